package dev.storefront.common.metrics;

import io.micrometer.core.annotation.Timed;
import io.micrometer.core.aop.TimedAspect;
import io.micrometer.core.instrument.MeterRegistry;
import org.aopalliance.intercept.MethodInterceptor;
import org.springframework.aop.Advisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.aspectj.MethodInvocationProceedingJoinPoint;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.util.function.SingletonSupplier;

/**
 * Has methods that bear {@link Timed} timed by Micrometer's own aspect, without AspectJ's
 * pointcuts: to hold each bean against those takes a quarter of a service's start.
 */
@AutoConfiguration
class TimedMethodsAutoConfiguration {

  @Bean
  @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
  static Advisor timedMethods(ObjectProvider<MeterRegistry> meters) {
    SingletonSupplier<TimedAspect> aspect =
        SingletonSupplier.of(() -> new TimedAspect(meters.getObject()));
    MethodInterceptor timing =
        call ->
            aspect
                .obtain()
                .timedMethod(new MethodInvocationProceedingJoinPoint((ProxyMethodInvocation) call));
    return new DefaultPointcutAdvisor(
        AnnotationMatchingPointcut.forMethodAnnotation(Timed.class), timing);
  }
}
