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
  void a_service_is_told_every_port_under_the_setting_that_its_profile_reads() {
    assertThat(environment.of(SuiteService.FLASH_SALE))
        .containsEntry("SPRING_PROFILES_ACTIVE", "local")
        .containsEntry("FLASH_SALE_PORT", "8083")
        .containsEntry("STOREFRONT_PORT", "9080")
        .containsEntry("DATABASE_PORT", "9306")
        .containsEntry("REDIS_3_PORT", "17003")
        .containsEntry("STOREFRONT_SWITCHES_KEPTIN", "/stack/data/switches");
  }

  @Test
  void the_storefront_has_its_keys_in_the_home() {
    assertThat(environment.of(SuiteService.STOREFRONT))
        .containsEntry("STOREFRONT_TOKENS_KEY_DIRECTORY", "/stack/data/tokens");
  }

  @Test
  void browse_history_knows_where_its_offline_pipeline_works() {
    assertThat(environment.of(SuiteService.BROWSE_HISTORY))
        .containsEntry("HISTORY_OFFLINE_FLINK", "http://127.0.0.1:18081")
        .containsEntry("HISTORY_OFFLINE_LAKE", "file:///stack/data/lake")
        .containsEntry("HISTORY_OFFLINE_FOLDER", "file:///stack/data/offline")
        .containsEntry(
            "HISTORY_OFFLINE_SETTINGS", "/stack/data/browse-history-service/jobs.properties")
        .containsKey("HISTORY_OFFLINE_JAR");
    assertThat(environment.of(SuiteService.FLASH_SALE)).doesNotContainKey("HISTORY_OFFLINE_FLINK");
  }
}
