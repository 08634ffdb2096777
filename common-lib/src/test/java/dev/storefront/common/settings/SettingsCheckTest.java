package dev.storefront.common.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class SettingsCheckTest {

  private static final WrongSetting GRAVE =
      new WrongSetting("redis", "maxmemory-policy", "allkeys-lru on a:1", "noeviction", true);
  private static final WrongSetting MINOR =
      new WrongSetting("redis", "cluster-node-timeout", "60000 on a:1", "less", false);

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Settings redis = new Settings();

  private static final class Settings implements ServerSettings {

    private List<WrongSetting> wrong = List.of();
    private boolean away;

    @Override
    public String server() {
      return "redis";
    }

    @Override
    public List<WrongSetting> wrong() {
      if (away) {
        throw new IllegalStateException("away");
      }
      return wrong;
    }
  }

  @Test
  void a_grave_setting_keeps_the_service_from_being_ready_until_it_is_mended() {
    SettingsCheck check = check(Set.of());
    redis.wrong = List.of(GRAVE, MINOR);
    check.look();
    assertThat(check.health().getStatus()).isEqualTo(Status.DOWN);
    assertThat(check.health().getDetails()).containsValue(List.of("redis.maxmemory-policy"));
    assertThat(meters.find("storefront.settings.wrong").gauges()).hasSize(2);

    redis.away = true;
    check.look();
    assertThat(check.health().getStatus()).as("while it cannot be asked").isEqualTo(Status.DOWN);

    redis.away = false;
    redis.wrong = List.of();
    check.look();
    assertThat(check.health().getStatus()).isEqualTo(Status.UP);
    assertThat(meters.find("storefront.settings.wrong").gauges()).isEmpty();
  }

  @Test
  void a_minor_or_an_accepted_one_is_reported_only() {
    SettingsCheck check = check(Set.of("redis.maxmemory-policy"));
    redis.wrong = List.of(GRAVE, MINOR);
    check.look();
    assertThat(check.health().getStatus()).isEqualTo(Status.UP);
    assertThat(
            meters
                .find("storefront.settings.wrong")
                .tag("setting", "maxmemory-policy")
                .gauge()
                .value())
        .isEqualTo(1);
  }

  private SettingsCheck check(Set<String> accepted) {
    return new SettingsCheck(
        List.of(redis), new SettingsProperties(accepted, Duration.ofMinutes(1)), meters);
  }
}
