package dev.storefront.localstack.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Beside {@link WithBackends}: gives a Spring test a Redis Cluster of its own, whose replicas can
 * be made to lag and to take over. It is a bean, {@link OwnRedis}, and ends with the application's
 * context.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@NotOnContainers
public @interface WithOwnRedis {

  /** The property that has its nodes; by default it stands in for the suite's own cluster. */
  String value() default "spring.data.redis.cluster.nodes";
}
