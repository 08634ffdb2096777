package dev.storefront.common.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.mock.env.MockEnvironment;

/** Nothing of tracing is there unless it is switched on. */
class TracingOffTest {

  private static final String TRACING =
      "org.springframework.boot.micrometer.tracing.opentelemetry.autoconfigure"
          + ".OpenTelemetryTracingAutoConfiguration";
  private static final String OTHER =
      "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration";

  @Test
  void boots_tracing_is_left_out_while_it_is_off() throws ClassNotFoundException {
    assertThat(Class.forName(TRACING)).isNotNull();
    assertThat(matches(new MockEnvironment())).containsExactly(false, true);
  }

  @Test
  void one_setting_turns_it_on() {
    assertThat(matches(new MockEnvironment().withProperty("storefront.tracing.enabled", "true")))
        .containsExactly(true, true);
  }

  private static boolean[] matches(MockEnvironment environment) {
    TracingFilter filter =
        SpringFactoriesLoader.forDefaultResourceLocation()
            .load(AutoConfigurationImportFilter.class)
            .stream()
            .filter(TracingFilter.class::isInstance)
            .map(TracingFilter.class::cast)
            .findFirst()
            .orElseThrow();
    filter.setEnvironment(environment);
    return filter.match(new String[] {TRACING, OTHER}, null);
  }
}
