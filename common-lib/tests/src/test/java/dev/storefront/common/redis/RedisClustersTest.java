package dev.storefront.common.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.localstack.Backends;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.lua.LuaScript;
import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.RedisClusterClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Two real clusters in one service. The server {@code redis-east} is this class's. */
class RedisClustersTest {

  private static final Duration SOON = Duration.ofMinutes(2);
  private static final Duration TIMEOUT = Duration.ofSeconds(1);
  private static final String CLIENT_NAME = "two-clusters-" + UUID.randomUUID();
  private static final LuaScript ADD = LuaScript.load("sample/addUp");

  private final Backends backends = TestBackends.shared();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final String key = "{" + UUID.randomUUID() + "}";
  private String east = "";
  private LettuceConnectionFactory factory = new LettuceConnectionFactory();
  private RedisClusters clusters = clusters(factory, Map.of());

  @BeforeEach
  void connect() {
    east = backends.extraRedis("redis-east");
    factory =
        new LettuceConnectionFactory(
            new RedisClusterConfiguration(backends.redisNodes()),
            LettuceClientConfiguration.builder()
                .commandTimeout(TIMEOUT)
                .clientName(CLIENT_NAME)
                .build());
    factory.afterPropertiesSet();
    factory.start();
    clusters = clusters(factory, Map.of("east", new RedisProperties.Cluster(List.of(east))));
  }

  private RedisClusters clusters(
      LettuceConnectionFactory of, Map<String, RedisProperties.Cluster> named) {
    return new RedisClusters(of, new RedisProperties(named, Map.of()));
  }

  @AfterEach
  void close() {
    backends.faults().start("redis-east");
    clusters.destroy();
    clusters.access(RedisClusterAccess.DEFAULT).destroy();
    factory.destroy();
  }

  @Test
  void each_name_is_a_cluster_with_data_of_its_own() {
    assertThat(clusters.names()).containsExactly("default", "east");
    assertThat(addUp(RedisClusterAccess.DEFAULT, 3)).isEqualTo(3);
    assertThat(addUp("east", 4)).isEqualTo(4);
    assertThat(addUp(RedisClusterAccess.DEFAULT, 3)).isEqualTo(6);

    assertThat(meters.find("storefront.redis.script").tag("cluster", "east").timer().count())
        .isEqualTo(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> scripts().on("west"))
        .withMessageContaining("'west'")
        .withMessageContaining("[default, east]");
  }

  @Test
  void a_cluster_that_is_away_is_away_alone_and_comes_back() {
    addUp("east", 1);
    backends.faults().kill("redis-east");

    assertThatExceptionOfType(BackendUnavailableException.class)
        .isThrownBy(() -> addUp("east", 1))
        .satisfies(e -> assertThat(e.backend()).isEqualTo("redisClusters/east"));
    assertThat(addUp(RedisClusterAccess.DEFAULT, 1)).isEqualTo(1);
    assertThat(health("east")).isEqualTo(Status.DOWN);
    HealthIndicator others = RedisHealth.of(clusters.access(RedisClusterAccess.DEFAULT), null);
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(others.health().getStatus()).isEqualTo(Status.UP));
    backends.faults().start("redis-east");

    await().atMost(SOON).untilAsserted(() -> assertThat(health("east")).isEqualTo(Status.UP));
    assertThat(addUp("east", 1)).isPositive();
  }

  @Test
  void clients_have_the_default_ones_settings_and_are_closed_with_it() {
    addUp("east", 1);
    assertThat(clientsOfEast()).contains("name=" + CLIENT_NAME);
    clusters.destroy();
    await()
        .atMost(SOON)
        .untilAsserted(() -> assertThat(clientsOfEast()).doesNotContain("name=" + CLIENT_NAME));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "storefront.redis.clusters.default.nodes=127.0.0.1:1",
        "storefront.redis.clusters.pop-1.nodes=127.0.0.1:1",
        "storefront.redis.clusters.pop1.nodes=",
      })
  void settings_that_make_no_sense_are_refused_at_the_start(String setting) {
    new ApplicationContextRunner()
        .withUserConfiguration(Settings.class)
        .withPropertyValues(setting)
        .run(context -> assertThat(context).hasFailed());
  }

  @EnableConfigurationProperties(RedisProperties.class)
  static class Settings {}

  private ScriptRunner scripts() {
    return new ScriptRunner(clusters.access(RedisClusterAccess.DEFAULT), meters, null);
  }

  private long addUp(String cluster, int amount) {
    return ScriptRunner.await(
        scripts().on(cluster).integer(ScriptCall.of(ADD, List.of(key), amount)));
  }

  private Status health(String cluster) {
    return ((HealthIndicator) RedisHealth.ofNamed(clusters, null).getContributor(cluster))
        .health()
        .getStatus();
  }

  private String clientsOfEast() {
    try (RedisClusterClient client = RedisClusterClient.create(RedisURI.create("redis://" + east));
        var connection = client.connect()) {
      return connection.sync().clientList();
    }
  }
}
