package dev.storefront.shortlink;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** What storefront-defaults.yml makes of the connections of every service. */
class DatabaseConnectionsTest extends ShortLinkTest {

  @Autowired private DataSource pool;
  @Autowired private Flyway flyway;

  @Test
  void a_call_has_a_time_out_and_a_migration_has_none() throws SQLException {
    try (Connection call = pool.getConnection();
        Connection migration = flyway.getConfiguration().getDataSource().getConnection()) {
      assertThat(call.getNetworkTimeout()).isEqualTo(5_000);
      assertThat(migration.getNetworkTimeout()).isZero();
      assertThat(migration.getMetaData().getURL()).isEqualTo(call.getMetaData().getURL());
    }
  }
}
