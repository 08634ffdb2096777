package dev.storefront.common.web;

import dev.storefront.common.health.BackendAbsence;
import org.apache.catalina.core.StandardHost;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JsonMapperBuilderCustomizer;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.webmvc.autoconfigure.error.ErrorMvcAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.format.FormatterRegistry;
import org.springframework.http.converter.HttpMessageConverter;
import org.springframework.http.converter.HttpMessageConverters;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.filter.RequestContextFilter;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

@AutoConfiguration(before = ErrorMvcAutoConfiguration.class)
@EnableConfigurationProperties(WebProperties.class)
@Import({ProblemAdvice.class, ProblemErrorController.class})
class WebAutoConfiguration {

  @Bean
  ProblemWriter problemWriter(JsonMapper json) {
    return new ProblemWriter(json);
  }

  @Bean
  Unavailability unavailability(ObjectProvider<BackendAbsence> rules) {
    return new Unavailability(rules.orderedStream().toList());
  }

  @Bean
  FilterRegistrationBean<BodyLimitFilter> bodyLimit(
      WebProperties properties, ProblemWriter problems) {
    var registration = new FilterRegistrationBean<>(new BodyLimitFilter(properties, problems));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 10);
    return registration;
  }

  @Bean
  FilterRegistrationBean<BodyHeadersFilter> bodyHeaders(ProblemWriter problems) {
    var registration = new FilterRegistrationBean<>(new BodyHeadersFilter(problems));
    registration.setOrder(Ordered.HIGHEST_PRECEDENCE + 11);
    return registration;
  }

  /** Off: nobody asks for the request of a thread before Spring MVC says it there itself. */
  @Bean
  FilterRegistrationBean<RequestContextFilter> noRequestContext() {
    var registration = new FilterRegistrationBean<>(new RequestContextFilter());
    registration.setEnabled(false);
    return registration;
  }

  /** A wrong type is an error of the client's, never something to guess at. */
  @Bean
  JsonMapperBuilderCustomizer strictJson() {
    return json ->
        json.addModule(
                new SimpleModule("times-as-text").setDeserializerModifier(TextOnly.ofTimes()))
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .withCoercionConfig(
                LogicalType.Textual,
                text -> {
                  text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail);
                  text.setCoercion(CoercionInputShape.Float, CoercionAction.Fail);
                  text.setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail);
                });
  }

  /** Once for all: a method of an advice would be called anew for every request. */
  @Bean
  SmartInitializingSingleton writtenAsJson(
      @Qualifier("requestMappingHandlerAdapter") RequestMappingHandlerAdapter adapter) {
    return () -> {
      if (adapter.getWebBindingInitializer() instanceof ConfigurableWebBindingInitializer binders) {
        binders.setPropertyEditorRegistrar(new WrittenAsJson());
      }
    };
  }

  /** JSON alone: springdoc brings YAML along, which Spring MVC would read and write too. */
  @Bean
  WebMvcConfigurer bodiesAndParameters(JsonMapper json) {
    return new WebMvcConfigurer() {
      @Override
      public void configureMessageConverters(HttpMessageConverters.ServerBuilder converters) {
        converters
            .withJsonConverter(new JsonBodyConverter(json))
            .configureMessageConvertersList(all -> all.removeIf(WebAutoConfiguration::isOfYaml));
      }

      @Override
      public void addFormatters(FormatterRegistry registry) {
        WrittenAsJson.register(registry);
      }

      @Override
      public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(new AcceptedReplies()).order(Ordered.LOWEST_PRECEDENCE);
      }
    };
  }

  private static boolean isOfYaml(HttpMessageConverter<?> converter) {
    return converter.getSupportedMediaTypes().stream()
        .anyMatch(type -> type.getSubtype().equals("yaml"));
  }

  @Bean
  WebServerFactoryCustomizer<TomcatServletWebServerFactory> problemsFromTomcat() {
    return factory ->
        factory.addContextCustomizers(
            context -> {
              if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ProblemErrorReportValve.class.getName());
              }
            });
  }

  /** Only where there is a data access library. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(DataAccessException.class)
  static class DataAccessAbsence {

    @Bean
    BackendAbsence dataAccessAbsence() {
      return error ->
          error instanceof TransientDataAccessException
              || error instanceof RecoverableDataAccessException
              || error instanceof DataAccessResourceFailureException
              || error instanceof CannotCreateTransactionException
              || error instanceof TransactionTimedOutException;
    }
  }
}
