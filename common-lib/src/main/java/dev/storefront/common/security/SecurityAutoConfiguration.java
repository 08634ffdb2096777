package dev.storefront.common.security;

import dev.storefront.common.web.ProblemWriter;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.security.oauth2.server.resource.autoconfigure.OAuth2ResourceServerAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.security.config.ObjectPostProcessor;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.config.observation.SecurityObservationSettings;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.web.authentication.BearerTokenAuthenticationFilter;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AuthenticationEntryPointFailureHandler;
import org.springframework.security.web.firewall.HttpFirewall;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

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
  @ConditionalOnMissingBean
  HttpFirewall firewall() {
    StrictHttpFirewall firewall = new StrictHttpFirewall();
    firewall.setUnsafeAllowAnyHttpMethod(true);
    return firewall;
  }

  /** Of a service's own firewall too. */
  @Bean
  static BeanPostProcessor headersWithoutRegularExpressions() {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof StrictHttpFirewall firewall) {
          firewall.setAllowedHeaderValues(new HeaderText());
        }
        return bean;
      }
    };
  }

  @Bean
  SecurityFilterChain resourceServer(
      HttpSecurity http, JwtDecoder decoder, ProblemWriter problems) {
    ProblemEntryPoint entryPoint = new ProblemEntryPoint(problems);
    return http.csrf(csrf -> csrf.disable())
        .sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .requestCache(cache -> cache.disable())
        .logout(logout -> logout.disable())
        .anonymous(anonymous -> {})
        // Scopes are checked at the endpoint (ScopeInterceptor), where 404 and 405 are known.
        .authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
        .oauth2ResourceServer(
            tokens ->
                tokens
                    .bearerTokenResolver(new BearerTokens())
                    .authenticationEntryPoint(entryPoint)
                    .accessDeniedHandler(entryPoint)
                    .withObjectPostProcessor(unavailableIssuer(entryPoint))
                    .jwt(jwt -> jwt.decoder(decoder)))
        .exceptionHandling(
            e -> e.authenticationEntryPoint(entryPoint).accessDeniedHandler(entryPoint))
        .build();
  }

  /** Without this, an issuer that is away would end as a fault of ours. */
  private static ObjectPostProcessor<BearerTokenAuthenticationFilter> unavailableIssuer(
      ProblemEntryPoint entryPoint) {
    AuthenticationEntryPointFailureHandler handler =
        new AuthenticationEntryPointFailureHandler(entryPoint);
    handler.setRethrowAuthenticationServiceException(false);
    return new ObjectPostProcessor<>() {
      @Override
      public <O extends BearerTokenAuthenticationFilter> O postProcess(O filter) {
        filter.setAuthenticationFailureHandler(handler);
        return filter;
      }
    };
  }

  @Bean
  WebMvcConfigurer scopesAndCallers() {
    return new WebMvcConfigurer() {
      @Override
      public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new ScopeInterceptor());
      }

      @Override
      public void addArgumentResolvers(List<HandlerMethodArgumentResolver> resolvers) {
        resolvers.add(new CallerResolver());
      }
    };
  }

  @Bean
  EndpointRulesCheck endpointRulesCheck(
      @Qualifier("requestMappingHandlerMapping") RequestMappingHandlerMapping mappings) {
    return new EndpointRulesCheck(mappings);
  }
}
