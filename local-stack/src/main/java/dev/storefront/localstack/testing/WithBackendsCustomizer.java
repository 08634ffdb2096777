package dev.storefront.localstack.testing;

import dev.storefront.localstack.Backends;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

/** Adds the servers' addresses to a test's environment. Equal values share one context. */
record WithBackendsCustomizer(
    String database, String namespace, Set<String> redisClusters, String ownRedis)
    implements ContextCustomizer {

  @Override
  public void customizeContext(
      ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
    Map<String, Object> properties = properties(TestBackends.shared());
    if (!ownRedis.isEmpty()) {
      OwnRedis cluster = OwnRedis.start();
      ((GenericApplicationContext) context).registerBean(OwnRedis.class, () -> cluster);
      properties.put(ownRedis, cluster.nodes());
    }
    context
        .getEnvironment()
        .getPropertySources()
        .addFirst(new MapPropertySource("backends", properties));
  }

  Map<String, Object> properties(Backends backends) {
    String fullNamespace = Namespace.ofThisJvm(namespace);
    Map<String, Object> properties = new HashMap<>();
    properties.put("storefront.namespace", fullNamespace);
    properties.put("spring.data.redis.cluster.nodes", String.join(",", backends.redisNodes()));
    redisClusters.forEach(
        name ->
            properties.put(
                "storefront.redis.clusters." + name + ".nodes",
                backends.extraRedis("redis-" + name)));
    properties.put("spring.kafka.bootstrap-servers", backends.kafkaBootstrapServers());
    // A busy machine is no outage.
    properties.put("spring.kafka.producer.properties.max.block.ms", "3000");
    properties.put("spring.kafka.producer.properties.request.timeout.ms", "3000");
    properties.put("spring.kafka.producer.properties.delivery.timeout.ms", "5000");
    properties.put("spring.data.redis.timeout", "4s");
    properties.put("spring.datasource.hikari.connection-timeout", "8000");
    properties.put("storefront.kafka.replication-factor", "1");
    properties.put("storefront.kafka.min-insync-replicas", "1");
    properties.put("storefront.zookeeper.connect", backends.zookeeper());
    properties.put(
        "storefront.switches.kept-in", Path.of("target", "switches").toAbsolutePath().toString());
    properties.put("storefront.hbase.zookeeper", backends.zookeeper());
    if (!database.isEmpty()) {
      properties.put("spring.datasource.url", backends.jdbcUrl(database + "_" + fullNamespace));
      properties.put("spring.datasource.username", backends.databaseUser());
      properties.put("spring.datasource.password", backends.databasePassword());
    }
    return properties;
  }
}
