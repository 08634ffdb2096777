package dev.storefront.common.redis;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * The Redis Clusters of a service by name: {@value RedisClusterAccess#DEFAULT} and those of {@link
 * RedisProperties}. Each has a client of its own, so that one that is away or slow holds up nobody
 * else; time-outs, bounds, TLS, user and password are the default's for all.
 */
final class RedisClusters implements DisposableBean {

  private final SortedMap<String, RedisClusterAccess> clusters = new TreeMap<>();
  private final Map<String, LettuceConnectionFactory> opened = new HashMap<>();

  /** Connects to none of them: each is connected to at its first call. */
  RedisClusters(LettuceConnectionFactory defaultFactory, RedisProperties properties) {
    clusters.put(
        RedisClusterAccess.DEFAULT,
        new RedisClusterAccess(RedisClusterAccess.DEFAULT, defaultFactory, this));
    properties
        .clusters()
        .forEach(
            (name, cluster) -> {
              LettuceConnectionFactory factory = open(cluster, defaultFactory);
              opened.put(name, factory);
              clusters.put(name, new RedisClusterAccess(name, factory, this));
            });
  }

  /** All names, sorted. */
  Set<String> names() {
    return Collections.unmodifiableSet(clusters.keySet());
  }

  /**
   * @throws IllegalArgumentException if there is none of this name; the message has the names
   */
  RedisClusterAccess access(String name) {
    RedisClusterAccess access = clusters.get(name);
    if (access == null) {
      throw new IllegalArgumentException(
          "No Redis cluster is called '%s', there are %s".formatted(name, names()));
    }
    return access;
  }

  private static LettuceConnectionFactory open(
      RedisProperties.Cluster cluster, LettuceConnectionFactory defaultFactory) {
    RedisClusterConfiguration configuration = new RedisClusterConfiguration(cluster.nodes());
    RedisClusterConfiguration model = defaultFactory.getClusterConfiguration();
    if (model != null) {
      configuration.setUsername(model.getUsername());
      configuration.setPassword(model.getPassword());
    }
    LettuceConnectionFactory factory =
        new LettuceConnectionFactory(configuration, defaultFactory.getClientConfiguration());
    factory.afterPropertiesSet();
    factory.start();
    return factory;
  }

  /** Closes what it opened itself. */
  @Override
  public void destroy() {
    opened.forEach(
        (name, factory) -> {
          access(name).destroy();
          factory.destroy();
        });
  }
}
