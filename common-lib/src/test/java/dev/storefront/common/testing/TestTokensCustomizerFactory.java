package dev.storefront.common.testing;

import java.util.List;
import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * Makes every Spring test trust {@link TestTokens}, and has the service show operators all on its
 * one port, for which Boot would find a random one of its own.
 */
public final class TestTokensCustomizerFactory implements ContextCustomizerFactory {

  @Override
  public ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
    return new TrustTestTokens();
  }

  private record TrustTestTokens() implements ContextCustomizer {

    @Override
    public void customizeContext(
        ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
      context
          .getEnvironment()
          .getPropertySources()
          .addFirst(
              new MapPropertySource(
                  "test-tokens",
                  Map.of(
                      "storefront.security.issuer",
                      TestTokens.issuer(),
                      "management.server.port",
                      "")));
    }
  }
}
