package dev.storefront.shortlink.sdk.spring;

import dev.storefront.shortlink.sdk.ShortLinkClient;
import dev.storefront.shortlink.sdk.ShortLinkOptions;
import dev.storefront.shortlink.sdk.VoidLink;
import java.util.function.Consumer;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * A client for an application that says where the service is. It is closed with the application. A
 * bean of type {@code Consumer<VoidLink>} hears of links that lead nowhere, else the log does.
 */
@AutoConfiguration
@ConditionalOnProperty("storefront.shortlink.client.service")
@EnableConfigurationProperties(ShortLinkClientProperties.class)
class ShortLinkAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  ShortLinkClient shortLinkClient(
      ShortLinkClientProperties properties,
      ShortLinkTokens tokens,
      ObjectProvider<Consumer<VoidLink>> voidLinks) {
    ShortLinkOptions options = properties.options(tokens);
    Consumer<VoidLink> listener = voidLinks.getIfAvailable();
    return new ShortLinkClient(listener == null ? options : options.withVoidLinksTo(listener));
  }
}
