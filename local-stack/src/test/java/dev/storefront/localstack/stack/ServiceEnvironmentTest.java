package dev.storefront.localstack.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.localstack.home.Home;
import dev.storefront.localstack.home.PortAssignment;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServiceEnvironmentTest {

  private final Home home = new Home(Path.of("/stack"));
  private final ServiceEnvironment environment =
      new ServiceEnvironment(
          home,
          PortAssignment.of(home, Map.of("STOREFRONT_PORT", "9080", "DATABASE_PORT", "9306")));

  @Test
  void a_service_is_told_where_its_backing_servers_are() {
    assertThat(environment.of(SuiteService.FLASH_SALE))
        .containsEntry("SERVER_PORT", "8083")
        .containsEntry("SERVER_ADDRESS", "127.0.0.1")
        .containsEntry("SPRING_PROFILES_ACTIVE", "local")
        .containsEntry("STOREFRONT_SECURITY_ISSUER", "http://127.0.0.1:9080")
        .containsEntry(
            "SPRING_DATA_REDIS_CLUSTER_NODES", "127.0.0.1:17001,127.0.0.1:17002,127.0.0.1:17003")
        .hasEntrySatisfying(
            "SPRING_DATASOURCE_URL",
            url -> assertThat(url).startsWith("jdbc:mysql://127.0.0.1:9306/flash_sale?"));
  }

  @Test
  void the_storefront_has_keys_in_the_home_and_no_database() {
    assertThat(environment.of(SuiteService.STOREFRONT))
        .containsEntry("STOREFRONT_TOKENS_KEY_DIRECTORY", "/stack/data/tokens")
        .containsEntry("STOREFRONT_SERVICES_USER_TAG", "http://127.0.0.1:8085")
        .doesNotContainKey("SPRING_DATASOURCE_URL");
  }

  @Test
  void short_links_point_to_where_the_service_is_reached() {
    assertThat(environment.of(SuiteService.SHORTLINK))
        .containsEntry("STOREFRONT_SHORTLINK_BASE_URL", "http://127.0.0.1:8084");
  }
}
