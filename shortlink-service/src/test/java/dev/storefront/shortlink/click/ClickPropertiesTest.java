package dev.storefront.shortlink.click;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class ClickPropertiesTest {

  private static final String SALT = "storefront.shortlink.clicks.visitor-salt=";

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner().withUserConfiguration(Settings.class);

  @EnableConfigurationProperties(ClickProperties.class)
  static class Settings {}

  @Test
  void nobody_starts_without_a_salt_of_his_own() {
    runner.run(context -> assertThat(context).hasFailed());
    runner.withPropertyValues(SALT + "short").run(context -> assertThat(context).hasFailed());
    runner
        .withPropertyValues(SALT + "long enough to guess")
        .run(context -> assertThat(context).hasNotFailed());
  }
}
