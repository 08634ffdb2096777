package dev.storefront.common.metrics;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.util.function.SingletonSupplier;

/**
 * Has methods that bear {@link UseCase} timed, without AspectJ's pointcuts: to hold each bean
 * against those takes a quarter of a service's start.
 */
@AutoConfiguration
class UseCasesAutoConfiguration {

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static Advisor timedUseCases(ObjectProvider<MeterRegistry> meters) {
    // Looked up once, and late: an advisor is made before most beans.
    SingletonSupplier<MeterRegistry> registry = SingletonSupplier.of(meters::getObject);
    MethodInterceptor timing =
        call -> {
          Timer.Sample sample = Timer.start();
          String exception = "none";
          try {
            return call.proceed();
          } catch (Throwable e) {
            exception = e.getClass().getSimpleName();
            throw e;
          } finally {
            UseCase useCase = requireNonNull(call.getMethod().getAnnotation(UseCase.class));
            sample.stop(
                Timer.builder("storefront.usecase")
                    .tags("name", useCase.value(), "exception", exception)
                    .register(registry.obtain()));
          }
        };
    return new DefaultPointcutAdvisor(
        AnnotationMatchingPointcut.forMethodAnnotation(UseCase.class), timing);
  }
}
