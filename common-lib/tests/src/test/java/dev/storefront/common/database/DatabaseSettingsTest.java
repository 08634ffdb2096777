package dev.storefront.common.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import dev.storefront.common.settings.WrongSetting;
import dev.storefront.localstack.Backends;
import dev.storefront.localstack.testing.TestBackends;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Wrong settings of a real database, and of connections to it. */
class DatabaseSettingsTest {

  private final Backends backends = TestBackends.shared();

  @Test
  void the_stacks_own_database_is_as_the_services_need_it() throws SQLException {
    assertThat(new DatabaseSettings(database(5000, "")).wrong()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "0, '', db.network-timeout, none, false",
    "5000, 'transaction_isolation=''READ-UNCOMMITTED''', db.transaction_isolation,"
        + " READ-UNCOMMITTED, true",
    "5000, 'time_zone=''-05:00''', db.time_zone, -18000 s from UTC, true",
  })
  void a_connection_that_is_set_wrongly_is_found(
      int timeout, String session, String key, String found, boolean grave) throws SQLException {
    assertThat(new DatabaseSettings(database(timeout, session)).wrong())
        .singleElement()
        .satisfies(
            setting -> {
              assertThat(setting.key()).isEqualTo(key);
              assertThat(setting.found()).isEqualTo(found);
              assertThat(setting.grave()).isEqualTo(grave);
            });
  }

  @Test
  void a_server_that_does_not_write_through_is_found() throws SQLException {
    set("innodb_flush_log_at_trx_commit", 2);
    try {
      assertThat(new DatabaseSettings(database(5000, "")).wrong())
          .containsExactly(
              new WrongSetting(
                  "db",
                  "innodb_flush_log_at_trx_commit",
                  "2",
                  "1: what is committed must stay through a crash",
                  true));
    } finally {
      set("innodb_flush_log_at_trx_commit", 1);
    }
  }

  private void set(String variable, int value) throws SQLException {
    try (Connection connection = database(5000, "").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("SET GLOBAL " + variable + " = " + value);
    }
  }

  /**
   * @param timeout of a reply, in ms
   * @param session variables of the connections' sessions
   */
  private MysqlDataSource database(int timeout, String session) throws SQLException {
    MysqlDataSource database = new MysqlDataSource();
    database.setUrl(backends.jdbcUrl("settings"));
    database.setSocketTimeout(timeout);
    if (!session.isEmpty()) {
      database.setSessionVariables(session);
    }
    database.setUser(backends.databaseUser());
    database.setPassword(backends.databasePassword());
    return database;
  }
}
