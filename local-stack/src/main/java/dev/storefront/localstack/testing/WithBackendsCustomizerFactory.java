package dev.storefront.localstack.testing;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Finds {@link WithBackends} and {@link WithOwnRedis} on a test class, those around it and those
 * above it.
 */
final class WithBackendsCustomizerFactory implements ContextCustomizerFactory {

  // For Spring, which makes it by name.
  WithBackendsCustomizerFactory() {}

  @Override
  public @Nullable ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> configuration) {
    WithBackends wanted =
        TestContextAnnotationUtils.findMergedAnnotation(testClass, WithBackends.class);
    WithOwnRedis own =
        TestContextAnnotationUtils.findMergedAnnotation(testClass, WithOwnRedis.class);
    return wanted == null
        ? null
        : new WithBackendsCustomizer(
            wanted.database(),
            wanted.namespace(),
            Set.of(wanted.redisClusters()),
            own == null ? "" : own.value());
  }
}
