package dev.storefront.common.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.settings.WrongSetting;
import dev.storefront.localstack.Backends;
import dev.storefront.localstack.testing.TestBackends;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Wrong settings on a real node. The server {@code redis-settings} is this class's. */
class RedisSettingsTest {

  private final Backends backends = TestBackends.shared();
  private String node = "";
  private LettuceConnectionFactory factory = new LettuceConnectionFactory();
  private RedisClusters clusters =
      new RedisClusters(factory, new RedisProperties(Map.of(), Map.of()));

  @BeforeEach
  void connect() {
    node = backends.extraRedis("redis-settings");
    factory =
        new LettuceConnectionFactory(
            new RedisClusterConfiguration(backends.redisNodes()),
            LettuceClientConfiguration.builder().commandTimeout(Duration.ofSeconds(2)).build());
    factory.afterPropertiesSet();
    factory.start();
    clusters =
        new RedisClusters(
            factory,
            new RedisProperties(
                Map.of("planted", new RedisProperties.Cluster(List.of(node))), Map.of()));
  }

  @AfterEach
  void close() {
    clusters.destroy();
    clusters.access(RedisClusterAccess.DEFAULT).destroy();
    factory.destroy();
  }

  @Test
  void the_stacks_own_nodes_are_as_the_services_need_them() {
    assertThat(settings().wrong()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "maxmemory-policy, allkeys-lru, noeviction, true",
    "maxmemory-policy, volatile-ttl, noeviction, true",
    "appendonly, no, yes, true",
    "appendfsync, no, everysec, false",
    "cluster-node-timeout, 500, 5000, false",
    "cluster-node-timeout, 60000, 5000, false",
    "cluster-require-full-coverage, yes, no, false",
  })
  void a_wrong_setting_is_found_with_its_node_and_gone_once_it_is_mended(
      String name, String wrong, String right, boolean grave) {
    set(name, wrong);
    try {
      List<WrongSetting> found = settings().wrong();
      assertThat(found).hasSize(1);
      assertThat(found.get(0).key()).isEqualTo("redisClusters/planted." + name);
      assertThat(found.get(0).found()).isEqualTo(wrong + " on " + node);
      assertThat(found.get(0).grave()).isEqualTo(grave);
    } finally {
      set(name, right);
    }
    assertThat(settings().wrong()).isEmpty();
  }

  @Test
  void what_is_known_of_a_node_that_does_not_answer_stays() {
    set("maxmemory-policy", "allkeys-lru");
    RedisSettings settings = settings();
    List<WrongSetting> found = settings.wrong();
    assertThat(found).hasSize(1);
    backends.faults().pause("redis-settings");
    try {
      assertThat(settings.wrong()).isEqualTo(found);
    } finally {
      backends.faults().resume("redis-settings");
      set("maxmemory-policy", "noeviction");
    }
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(() -> assertThat(settings.wrong()).isEmpty());
  }

  @Test
  void what_one_service_wants_besides_is_a_finding_that_is_not_grave() {
    set("hash-max-listpack-value", "63");
    try {
      List<WrongSetting> found = settings(Map.of("hash-max-listpack-value", 64L)).wrong();
      assertThat(found).hasSize(1);
      assertThat(found.get(0).key()).isEqualTo("redisClusters/planted.hash-max-listpack-value");
      assertThat(found.get(0).grave()).isFalse();
      assertThat(settings().wrong()).isEmpty();
    } finally {
      set("hash-max-listpack-value", "512");
    }
    assertThat(settings(Map.of("hash-max-listpack-value", 64L)).wrong()).isEmpty();
  }

  private RedisSettings settings() {
    return settings(Map.of());
  }

  private RedisSettings settings(Map<String, Long> least) {
    return new RedisSettings(clusters, least);
  }

  private void set(String name, String value) {
    try (RedisClusterClient client = RedisClusterClient.create(RedisURI.create("redis://" + node));
        StatefulRedisClusterConnection<String, String> connection = client.connect()) {
      connection.sync().configSet(name, value);
    }
  }
}
