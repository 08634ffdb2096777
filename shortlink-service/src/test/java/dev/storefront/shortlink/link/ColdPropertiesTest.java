package dev.storefront.shortlink.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.hbase.HBaseTableSpec;
import dev.storefront.shortlink.code.TierProperties;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ColdPropertiesTest {

  private static final String COLD = "storefront.shortlink.cold.";
  private static final String TIERS = "storefront.shortlink.tiers.";

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withUserConfiguration(Settings.class, ColdTimes.class, LinkConfiguration.class)
          .withPropertyValues(
              TIERS + "five.key=key-of-five-letters",
              TIERS + "five.idle-time=10d",
              TIERS + "six.key=key-of-six-letters-",
              TIERS + "six.idle-time=90d",
              TIERS + "seven.key=key-of-seven-letter",
              TIERS + "seven.idle-time=365d");

  @EnableConfigurationProperties({ColdProperties.class, TierProperties.class})
  static class Settings {}

  @Test
  void without_settings_nobody_waits_for_long_and_links_are_kept_for_ten_years() {
    runner.run(
        context -> {
          Duration most = Duration.ofDays(3_650);
          assertThat(context.getBean(ColdProperties.class))
              .isEqualTo(
                  new ColdProperties(
                      Duration.ofMillis(300), 8, new ColdProperties.Kept(most, most, most, most)));
        });
  }

  @Test
  void both_tables_are_made_with_as_many_regions_as_are_set() {
    runner
        .withPropertyValues(COLD + "regions=24")
        .run(
            context ->
                assertThat(context.getBeansOfType(HBaseTableSpec.class).values())
                    .hasSize(2)
                    .extracting(HBaseTableSpec::splitPrefixes)
                    .containsOnly(24));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "budget=9ms",
        "budget=11s",
        "regions=0",
        "regions=257",
        "kept.five=29d",
        "kept.slugs=3651d",
        // Not longer than the idle time.
        "kept.six=90d",
        "kept.seven=365d",
        "kept.slugs=90d"
      })
  void what_would_lose_links_or_cannot_be_is_refused(String setting) {
    runner.withPropertyValues(COLD + setting).run(context -> assertThat(context).hasFailed());
  }

  @ParameterizedTest
  @ValueSource(strings = {"budget=10s", "regions=1", "kept.five=30d", "kept.seven=366d"})
  void what_is_just_enough_is_taken(String setting) {
    runner.withPropertyValues(COLD + setting).run(context -> assertThat(context).hasNotFailed());
  }
}
