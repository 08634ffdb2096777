package dev.storefront.localstack.testing;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.localstack.Backends;
import dev.storefront.localstack.server.BackingServers;
import dev.storefront.localstack.stack.SuiteService;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class ServiceUsersTest {

  private final Backends backends = TestBackends.shared();

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "STOREFRONT")
  void a_services_user_may_do_everything_in_its_own_database_and_nothing_elsewhere(
      SuiteService service) throws SQLException {
    String own = service.database().orElseThrow();
    try (Connection connection =
        DriverManager.getConnection(backends.jdbcUrl(own), own, BackingServers.DATABASE_PASSWORD)) {
      connection.createStatement().execute("CREATE TABLE IF NOT EXISTS own (id INT)");
      connection.createStatement().execute("DROP TABLE own");

      assertThatThrownBy(
              () -> connection.createStatement().execute("CREATE DATABASE others_of_" + own))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("denied");
      for (SuiteService other : SuiteService.values()) {
        if (other != service && other.database().isPresent()) {
          assertThatThrownBy(() -> connection.setCatalog(other.database().get()))
              .isInstanceOf(SQLException.class)
              .hasMessageContaining("denied");
        }
      }
    }
  }
}
