package dev.storefront.common.tracing;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.AutoConfigurationImportFilter;
import org.springframework.boot.autoconfigure.AutoConfigurationMetadata;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;

/**
 * Leaves Boot's tracing out unless {@code storefront.tracing.enabled}. Boot's own settings turn the
 * export off, not the spans, which each request would still pay for.
 */
class TracingFilter implements AutoConfigurationImportFilter, EnvironmentAware {

  private static final List<String> TRACING =
      List.of(
          "org.springframework.boot.micrometer.tracing.",
          "org.springframework.boot.opentelemetry.");

  private boolean enabled;

  @Override
  public void setEnvironment(Environment environment) {
    enabled = environment.getProperty("storefront.tracing.enabled", Boolean.class, false);
  }

  @Override
  public boolean[] match(@Nullable String[] classes, AutoConfigurationMetadata metadata) {
    boolean[] matches = new boolean[classes.length];
    for (int i = 0; i < classes.length; i++) {
      String name = classes[i];
      matches[i] = enabled || name == null || TRACING.stream().noneMatch(name::startsWith);
    }
    return matches;
  }
}
