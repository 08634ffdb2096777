package dev.storefront.localstack.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Runs a Spring test on the real servers of {@link TestBackends}. Sets, above all other properties:
 *
 * <ul>
 *   <li>{@code spring.data.redis.cluster.nodes}
 *   <li>{@code storefront.redis.clusters.<name>.nodes} for each of {@link #redisClusters}
 *   <li>{@code spring.kafka.bootstrap-servers}, and {@code storefront.kafka.replication-factor} and
 *       {@code min-insync-replicas} for its single broker
 *   <li>{@code spring.datasource.url}, {@code username} and {@code password}; the database's name
 *       has the namespace behind it and is created at the first connection
 *   <li>{@code storefront.switches.kept-in}: below {@code target}
 *   <li>{@code storefront.zookeeper.connect} and {@code storefront.hbase.zookeeper}
 *   <li>{@code spring.data.redis.timeout} and {@code spring.datasource.hikari.connection-timeout}
 *       four times as long as where it counts: a busy machine is no outage
 *   <li>{@code storefront.namespace}: what keeps this run's data apart, see {@link Namespace}
 * </ul>
 *
 * <p>Classes whose annotations are equal share one application context.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Documented
public @interface WithBackends {

  /** The database, without namespace; empty for a test that uses none. */
  String database() default "";

  /**
   * For a class that needs data of its own: lower case letters and digits that are added to the
   * namespace.
   */
  String namespace() default "";

  /**
   * Names of Redis Clusters beside the default one, lower case letters and digits; each is started
   * for this test, and called {@code redis-<name>} as a server.
   */
  String[] redisClusters() default {};
}
