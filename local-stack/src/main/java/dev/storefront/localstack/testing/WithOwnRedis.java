package dev.storefront.localstack.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/**
 * Beside {@link WithBackends}: gives a Spring test a Redis Cluster of its own, whose replicas can
 * be made to lag and to take over. It is a bean, {@link OwnRedis}, and ends with the application's
 * context.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@DisabledIfSystemProperty(
    named = "backends",
    matches = "testcontainers",
    disabledReason = "kills processes of a cluster of its own")
public @interface WithOwnRedis {

  /** The property that has its nodes; by default it stands in for the suite's own cluster. */
  String value() default "spring.data.redis.cluster.nodes";
}
