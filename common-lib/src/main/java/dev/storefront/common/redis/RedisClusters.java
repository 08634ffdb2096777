package dev.storefront.common.redis;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
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
  private final Map<String, LettuceConnectionFactory> factories = new HashMap<>();
  private final List<RedisClusterAccess> others = new CopyOnWriteArrayList<>();

  /** Connects to none of them: each is connected to at its first call. */
  RedisClusters(LettuceConnectionFactory defaultFactory, RedisProperties properties) {
    factories.put(RedisClusterAccess.DEFAULT, defaultFactory);
    clusters.put(
        RedisClusterAccess.DEFAULT,
        new RedisClusterAccess(RedisClusterAccess.DEFAULT, defaultFactory, this));
    properties
        .clusters()
        .forEach(
            (name, cluster) -> {
              LettuceConnectionFactory factory = open(cluster, defaultFactory);
              opened.put(name, factory);
              factories.put(name, factory);
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

  /** A further connection to a cluster; closed with the others. */
  RedisClusterAccess another(String name) {
    RedisClusterAccess other =
        new RedisClusterAccess(name, Objects.requireNonNull(factories.get(name), name), this);
    others.add(other);
    return other;
  }

  /** Closes what it opened itself. */
  @Override
  public void destroy() {
    others.forEach(RedisClusterAccess::destroy);
    opened.forEach(
        (name, factory) -> {
          access(name).destroy();
          factory.destroy();
        });
  }
}
