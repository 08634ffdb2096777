package dev.storefront.common.security;

import dev.storefront.common.web.ProblemWriter;
import java.time.Clock;
import java.util.List;
import org.apache.catalina.filters.HttpHeaderSecurityFilter;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.WebMvcRegistrations;
import org.springframework.context.annotation.Bean;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationProvider;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.DefaultSecurityFilterChain;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.WebContentInterceptor;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Who calls is found out in a filter, only where a request says so; whether that one may is decided
 * at the endpoint.
 */
@AutoConfiguration(before = OAuth2ResourceServerAutoConfiguration.class)
@EnableConfigurationProperties(SecurityProperties.class)
class SecurityAutoConfiguration {

  @Bean
  JwtDecoder jwtDecoder(SecurityProperties properties) {
    return IssuerJwtDecoder.of(properties);
  }

  /** Each filter of the chain would measure itself: more work than the checks themselves. */
  @Bean
  SecurityObservationSettings noSecurityObservations() {
    return SecurityObservationSettings.noObservations();
  }

  /** Unknown methods too are 405 with Allow, which endpoints know; TRACE is so by Tomcat. */
  @Bean
  @ConditionalOnMissingBean(HttpFirewall.class)
  StrictHttpFirewall firewall() {
    StrictHttpFirewall firewall = new StrictHttpFirewall();
    firewall.setUnsafeAllowAnyHttpMethod(true);
    return firewall;
  }

  /**
   * Tomcat refuses control characters in headers; the firewall would match each header against
   * regular expressions again, whenever it is read. Also of a service's own firewall.
   */
  @Bean
  SmartInitializingSingleton headersAsTomcatTakesThem(
      ObjectProvider<StrictHttpFirewall> firewalls) {
    return () ->
        firewalls.forEach(
            firewall -> {
              firewall.setAllowedHeaderNames(name -> true);
              firewall.setAllowedHeaderValues(value -> true);
            });
  }

  /** A request without a token passes by: the firewall alone looks at it. */
  @Bean
  SecurityFilterChain callers(JwtDecoder decoder, ProblemWriter problems, Clock clock) {
    return new DefaultSecurityFilterChain(
        request -> request.getHeader(HttpHeaders.AUTHORIZATION) != null,
        // Finds who was found before an asynchronous reply.
        new SecurityContextHolderFilter(new RequestAttributeSecurityContextRepository()),
        tokens(decoder, new ProblemEntryPoint(problems, clock)));
  }

  private static BearerTokenAuthenticationFilter tokens(
      JwtDecoder decoder, ProblemEntryPoint refusal) {
    JwtAuthenticationProvider provider = new JwtAuthenticationProvider(decoder);
    provider.setJwtAuthenticationConverter(
        token -> new JwtAuthenticationToken(token, Caller.of(token), List.of()));
    var filter = new BearerTokenAuthenticationFilter(new ProviderManager(provider));
    filter.setBearerTokenResolver(new BearerTokens());
    filter.setAuthenticationEntryPoint(refusal);
    // Its own would let an issuer that is away end as a fault of ours.
    filter.setAuthenticationFailureHandler(refusal::commence);
    return filter;
  }

  @Bean
  HttpHeaderSecurityFilter replyHeaders() {
    HttpHeaderSecurityFilter filter = new HttpHeaderSecurityFilter();
    filter.setHstsEnabled(false); // whoever ends TLS before us says it
    return filter;
  }

  @Bean
  WebMvcRegistrations endpoints() {
    return new WebMvcRegistrations() {
      @Override
      public RequestMappingHandlerMapping getRequestMappingHandlerMapping() {
        return new AccessMapping();
      }
    };
  }

  @Bean
  WebMvcConfigurer accessAndCallers(ProblemWriter problems) {
    return new WebMvcConfigurer() {
      @Override
      public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new AccessInterceptor(problems));
        WebContentInterceptor headers = new WebContentInterceptor();
        headers.setCacheControl(CacheControl.noStore());
        registry.addInterceptor(headers);
      }

      @Override
      public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new CallerResolver());
      }
    };
  }
}
