package dev.storefront.common.redis;

import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.localstack.testing.TestBackends;
import dev.storefront.lua.LuaScript;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.health.contributor.Status;
import org.springframework.core.io.ClassPathResource;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * An instance of a service that has its own connections to a Redis Cluster and to the database. It
 * looks at Redis only when it has to, or is told to, unless it is started.
 */
final class FallbackInstance implements AutoCloseable {

  /** A machine may be busy. */
  static final Duration LONG = Duration.ofMinutes(2);

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final LuaScript NOTE = LuaScript.load("sample/noteValue");
  private static final LuaScript READ = LuaScript.load("sample/readValue");

  final FallbackDetectors detectors;
  final FallbackDetector detector;
  final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  private final DriverManagerDataSource database;
  private final String url;
  private final LettuceConnectionFactory factory;
  private final RedisClusters clusters;
  final ScriptRunner scripts;

  /**
   * @param service instances of one service share what they know, and their data
   */
  FallbackInstance(String service, List<String> nodes, RedisFallbackListener... listeners) {
    url = TestBackends.shared().jdbcUrl("fallback_" + service);
    database =
        new DriverManagerDataSource(
            url, TestBackends.shared().databaseUser(), TestBackends.shared().databasePassword());
    new ResourceDatabasePopulator(new ClassPathResource("db/redis-fallback/R__redis_fallback.sql"))
        .execute(database);
    factory =
        new LettuceConnectionFactory(
            new RedisClusterConfiguration(nodes),
            LettuceClientConfiguration.builder()
                .commandTimeout(TIMEOUT)
                .clientOptions(asServicesHaveThem())
                .build());
    factory.afterPropertiesSet();
    factory.start();
    clusters = new RedisClusters(factory, new RedisProperties(Map.of(), Map.of()));
    RedisClusterAccess access = clusters.access(RedisClusterAccess.DEFAULT);
    FallbackTable table =
        new FallbackTable(
            JdbcClient.create(database),
            new TransactionTemplate(new DataSourceTransactionManager(database)),
            cluster -> cluster);
    detector = new FallbackDetector(access, table, service, Clock.systemUTC(), meters);
    DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
    Stream.of(listeners).forEach(l -> beans.registerSingleton("listener" + l.hashCode(), l));
    detectors =
        new FallbackDetectors(
            Map.of(RedisClusterAccess.DEFAULT, detector),
            beans.getBeanProvider(RedisFallbackListener.class));
    scripts = new ScriptRunner(access, meters, detectors);
  }

  private static ClusterClientOptions asServicesHaveThem() {
    return ClusterClientOptions.builder()
        .timeoutOptions(TimeoutOptions.enabled())
        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
        .validateClusterNodeMembership(false)
        .maxRedirects(3)
        .topologyRefreshOptions(
            ClusterTopologyRefreshOptions.builder()
                .enableAllAdaptiveRefreshTriggers()
                .enablePeriodicRefresh(Duration.ofSeconds(2))
                .build())
        .build();
  }

  /** Its database does not answer any more, or does again. */
  void databaseIsAway(boolean away) {
    database.setUrl(away ? "jdbc:mysql://127.0.0.1:1/away?connectTimeout=500" : url);
  }

  void note(String key, String value) {
    inTheEnd(() -> ScriptRunner.await(scripts.integer(ScriptCall.of(NOTE, List.of(key), value))));
  }

  /** The value; {@code in doubt}, or {@code gone}. Redis may not be reached at first. */
  String read(String key) {
    return inTheEnd(() -> tryRead(key));
  }

  /** The same, or why that is not known now. */
  String tryRead(String key) {
    return new String(
        ScriptRunner.await(scripts.bytes(ScriptCall.of(READ, List.of(key)))),
        StandardCharsets.UTF_8);
  }

  /** The value, of a call that is not to be made while its slot is in doubt. */
  String readUnlessInDoubt(String key) {
    return readUnlessInDoubtAfter(key, 0);
  }

  /** The same, of a caller who has put right what was in doubt by that generation. */
  String readUnlessInDoubtAfter(String key, long generation) {
    ScriptCall call = ScriptCall.of(READ, List.of(key)).unlessInDoubtAfter(generation);
    return new String(ScriptRunner.await(scripts.bytes(call)), StandardCharsets.UTF_8);
  }

  /** Looks at every node once, or waits for looks that are under way. */
  CompletableFuture<Void> lookAround() {
    return detector.lookAround();
  }

  /** Looks at every node, until all have answered. */
  void look() {
    Counter failures = meters.get("storefront.redis.looks.failed").counter();
    await()
        .atMost(LONG)
        .until(
            () -> {
              double before = failures.count();
              detector.lookAround().join();
              return failures.count() == before;
            });
  }

  private static <T> T inTheEnd(Supplier<T> call) {
    AtomicReference<T> reply = new AtomicReference<>();
    await()
        .atMost(LONG)
        .ignoreException(BackendUnavailableException.class)
        .until(
            () -> {
              reply.set(call.get());
              return true;
            });
    return reply.get();
  }

  long generation() {
    Known known = detector.known();
    return known == null ? 0 : known.generation();
  }

  /** What readiness says of Redis. */
  Status health() {
    return RedisHealth.of(redis(), detectors).health().getStatus();
  }

  RedisClusterAccess redis() {
    return clusters.access(RedisClusterAccess.DEFAULT);
  }

  @Override
  public void close() {
    detectors.close();
    clusters.destroy();
    redis().destroy();
    factory.destroy();
  }
}
