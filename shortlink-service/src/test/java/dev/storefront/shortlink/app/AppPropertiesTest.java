package dev.storefront.shortlink.app;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class AppPropertiesTest {

  private static final String APPS = "storefront.shortlink.apps.";

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner().withUserConfiguration(Settings.class);

  @EnableConfigurationProperties(AppProperties.class)
  static class Settings {}

  @Test
  void an_app_is_said_as_its_store_says_it() {
    runner.run(
        context ->
            assertThat(context.getBean(AppProperties.class).iosPaths())
                .containsExactly("NOT /api/*", "/*"));
    runner
        .withPropertyValues(
            APPS + "ios-app-ids=ABCDE12345.com.example.shop",
            APPS + "android-package=com.example.shop",
            APPS + "android-fingerprints=" + AppLinkTest.PRINT)
        .run(context -> assertThat(context).hasNotFailed());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ios-app-ids=com.example.shop",
        "ios-paths=abc",
        "android-package=com.example.shop",
        "android-fingerprints=" + AppLinkTest.PRINT,
        "android-fingerprints=14:6d"
      })
  void what_no_system_would_believe_is_refused_at_the_start(String wrong) {
    runner.withPropertyValues(APPS + wrong).run(context -> assertThat(context).hasFailed());
  }
}
