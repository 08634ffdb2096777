package dev.storefront.common.redis;

import dev.storefront.common.health.BackendAbsence;
import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.settings.ServerSettings;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.stream.Collectors;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@AutoConfiguration(after = DataRedisAutoConfiguration.class)
@ConditionalOnClass({LettuceConnectionFactory.class, DataRedisAutoConfiguration.class})
@EnableConfigurationProperties(RedisProperties.class)
class RedisAutoConfiguration {

  /** At most this many commands wait for a node; more are refused at once. */
  private static final int REQUEST_QUEUE_SIZE = 20_000;

  @Bean
  LettuceClientOptionsBuilderCustomizer boundedLettuce() {
    return options -> {
      options
          .timeoutOptions(TimeoutOptions.enabled())
          .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
          .requestQueueSize(REQUEST_QUEUE_SIZE);
      if (options instanceof ClusterClientOptions.Builder cluster) {
        cluster.validateClusterNodeMembership(false).maxRedirects(3);
      }
    };
  }

  /** Calls of many threads go out together. */
  @Bean
  ClientResourcesBuilderCustomizer jointFlushes() {
    return resources -> resources.nettyCustomizer(new JointFlushes());
  }

  @Bean
  RedisClusters redisClusters(LettuceConnectionFactory factory, RedisProperties properties) {
    return new RedisClusters(factory, properties);
  }

  @Bean
  RedisClusterAccess redisClusterAccess(RedisClusters clusters) {
    return clusters.access(RedisClusterAccess.DEFAULT);
  }

  @Bean
  ScriptRunner scriptRunner(
      RedisClusterAccess access,
      MeterRegistry meters,
      ObjectProvider<FallbackDetectors> detectors) {
    return new ScriptRunner(access, meters, detectors.getIfAvailable());
  }

  /** Finds a Redis that fell back, for services that have something to do about it. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnBean(RedisFallbackListener.class)
  static class FallbackConfiguration {

    @Bean
    FallbackDetectors fallbackDetectors(
        RedisClusters clusters,
        JdbcClient db,
        PlatformTransactionManager transactions,
        Namespace namespace,
        @Value("${spring.application.name}") String service,
        Clock clock,
        MeterRegistry meters,
        ObjectProvider<FallbackNames> names,
        ObjectProvider<RedisFallbackListener> listeners) {
      FallbackTable table =
          new FallbackTable(
              db,
              new TransactionTemplate(transactions),
              names.getIfAvailable(() -> cluster -> cluster));
      return new FallbackDetectors(
          clusters.names().stream()
              .map(clusters::access)
              .collect(
                  Collectors.toMap(
                      RedisClusterAccess::cluster,
                      access ->
                          new FallbackDetector(
                              access, table, namespace.key(service), clock, meters))),
          listeners);
    }
  }

  /** Spring Data wraps these in exceptions that say less. */
  @Bean
  BackendAbsence redisAbsence() {
    return RedisFaults::isAbsence;
  }

  @Bean
  HealthIndicator redisHealthIndicator(
      RedisClusterAccess access, ObjectProvider<FallbackDetectors> detectors) {
    return RedisHealth.of(access, detectors.getIfAvailable());
  }

  @Bean
  ServerSettings redisSettings(RedisClusters clusters, RedisProperties properties) {
    return new RedisSettings(clusters, properties.least());
  }

  /** A component for each named cluster; a service decides whether readiness includes it. */
  @Bean
  CompositeHealthContributor redisClustersHealthContributor(
      RedisClusters clusters, ObjectProvider<FallbackDetectors> detectors) {
    return RedisHealth.ofNamed(clusters, detectors.getIfAvailable());
  }
}
