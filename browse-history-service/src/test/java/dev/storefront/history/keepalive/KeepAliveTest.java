package dev.storefront.history.keepalive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunFactory;
import dev.storefront.common.run.RunKind;
import dev.storefront.common.run.RunStart;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import dev.storefront.common.testing.ServiceProcess;
import dev.storefront.history.HistoryTest;
import dev.storefront.history.Shopper;
import dev.storefront.history.Storefront;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.Export;
import dev.storefront.history.core.HistoryKeys;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@HistoryTest
class KeepAliveTest {

  /** A pass goes through hundreds of thousands of keys, on whatever machine. */
  private static final Duration LONG = Duration.ofMinutes(10);

  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration DAY = Duration.ofDays(1);
  private static final long USERS = 200_000;
  private static final long AT_ONCE = 5_000;
  private static final long FOUR_DAYS = 345_600;

  @Autowired private Storefront storefront;
  @Autowired private Archive archive;
  @Autowired private KeepAlive keepAlive;
  @Autowired private Runs<KeepAliveRequest, KeepAliveProgress> keepAliveRuns;
  @Autowired private RunFactory runFactory;
  @Autowired private StringRedisTemplate redis;
  @Autowired private JdbcClient jdbc;
  @Autowired private Namespace namespace;
  @Autowired private MeterRegistry meters;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Environment environment;
  @Autowired private PlatformTransactionManager transactions;

  private long before;

  @BeforeEach
  void anExport() {
    archive.complete(0);
    before = archive.latestExport().map(Export::watermark).orElse(0L);
  }

  @AfterEach
  void asItWas() {
    watermark(before);
  }

  @Test
  void with_a_batch_five_days_late_nobody_loses_a_view() {
    watermark(System.currentTimeMillis() - 5 * DAY.toMillis());
    Shopper alice = lookedAWhileAgo(HOUR);
    long sku = alice.skus().get(0);

    // Whoever looks for late exports orders a pass, unless there was one within the hour.
    await()
        .atMost(LONG)
        .until(
            () -> {
              jdbc.sql("DELETE FROM run WHERE kind = 'history-keep-alive' AND NOT pending")
                  .update();
              keepAlive.look();
              return left(alice).compareTo(HOUR) > 0;
            });
    assertThat(left(alice)).isBetween(Duration.ofHours(47), Duration.ofHours(48));
    assertThat(alice.skus()).containsExactly(sku);

    // A day later, and still no export.
    expiresIn(alice, Duration.ofHours(24));
    pass();
    assertThat(left(alice)).isGreaterThan(Duration.ofHours(47));
  }

  @Test
  void views_that_an_export_has_expire_and_those_with_time_are_left_alone() {
    watermark(System.currentTimeMillis() - 3 * DAY.toMillis());
    // Within an hour of it nobody orders another one, which would count what this test is about.
    pass();
    Shopper exported = lookedAWhileAgo(HOUR);
    Shopper missed = lookedAWhileAgo(Duration.ofHours(30));
    Shopper recent = lookedAWhileAgo(Duration.ofHours(40));

    KeepAliveProgress progress = pass();

    assertThat(left(exported)).isLessThanOrEqualTo(HOUR);
    assertThat(left(missed)).isBetween(Duration.ofHours(47), Duration.ofHours(48));
    assertThat(left(recent)).isBetween(Duration.ofHours(39), Duration.ofHours(40));
    assertThat(progress.users()).isGreaterThanOrEqualTo(3);
    assertThat(progress.kept()).isGreaterThanOrEqualTo(1);
  }

  @Test
  void the_metrics_tell_the_lag_in_hours_and_how_many_users_were_kept() {
    watermark(System.currentTimeMillis() - 5 * DAY.toMillis());
    assertThat(gauge("storefront.history.export.lag")).isCloseTo(5 * 24, within(0.5));
    // Whoever else is at risk; and within an hour of a pass nobody orders another one.
    pass();
    lookedAWhileAgo(HOUR);
    lookedAWhileAgo(Duration.ofHours(30));
    lookedAWhileAgo(Duration.ofHours(40));
    pass();
    keepAlive.look();
    assertThat(gauge("storefront.history.hot.kept")).isEqualTo(2);

    // An export comes, a day late.
    watermark(System.currentTimeMillis() - Duration.ofHours(30).toMillis());
    keepAlive.look();
    assertThat(gauge("storefront.history.export.lag")).isCloseTo(30, within(0.5));
    assertThat(gauge("storefront.history.hot.kept")).isZero();
  }

  @Test
  void another_instance_goes_on_where_one_that_was_killed_had_been() throws Exception {
    watermark(System.currentTimeMillis() - 5 * DAY.toMillis());
    Shopper alice = lookedAWhileAgo(HOUR);
    crowd((commands, key) -> commands.setex(key, FOUR_DAYS, new byte[0]));
    keepAliveRuns.stop();
    try (ServiceProcess other = other()) {
      long id = killDuringAPass(other);
      assertThat(run(id).state()).isEqualTo(RunState.RUNNING);
      assertThat(run(id).progress().users()).isLessThan(USERS);

      keepAliveRuns.start();
      // Of who began anew, an eighth more.
      assertThat(passUntilDone(id).users()).isBetween(USERS, USERS + USERS / 10);
      assertThat(left(alice)).isBetween(Duration.ofHours(47), Duration.ofHours(48));
    } finally {
      if (!keepAliveRuns.isRunning()) {
        keepAliveRuns.start();
      }
      crowd((commands, key) -> commands.del(key));
    }
  }

  @Test
  void a_pass_leaves_a_node_whose_slots_another_one_has_by_now() {
    AtomicReference<List<String>> nodes = new AtomicReference<>(List.of("dead"));
    HotLifetimes lifetimes =
        new HotLifetimes(cluster, namespace, Clock.systemUTC()) {
          @Override
          List<String> nodes() {
            return nodes.get();
          }

          @Override
          Part keep(String node, String cursor, long watermark) {
            if (node.equals("dead")) {
              nodes.set(List.of("replica"));
              throw new IllegalStateException("It is dead");
            }
            return new Part("0", true, 7, 3);
          }
        };
    Runs<KeepAliveRequest, KeepAliveProgress> passes =
        runFactory.runs(
            new RunKind<>(
                "keep-alive-after-a-fail-over",
                KeepAliveRequest.class,
                KeepAliveProgress.NONE,
                1,
                1,
                0),
            new KeepAliveTask(lifetimes, archive));
    passes.start();
    try {
      long id = ((RunStart.Started) passes.start(new KeepAliveRequest(0))).id();
      KeepAliveProgress progress =
          await()
              .until(() -> passes.find(id).orElseThrow(), run -> run.state() == RunState.DONE)
              .progress();
      assertThat(progress.done()).containsExactly("replica");
    } finally {
      passes.stop();
    }
  }

  /**
   * Kills it when it has saved an eighth of a pass and not half of it, and can save no more than
   * what is on its way; if this comes too late for one pass, in the next.
   *
   * @return the pass that is not over
   */
  private long killDuringAPass(ServiceProcess other) {
    AtomicLong pass = new AtomicLong(ordered());
    TransactionTemplate transaction = new TransactionTemplate(transactions);
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(10))
        .ignoreExceptions()
        .until(
            () -> {
              if (run(pass.get()).state() == RunState.DONE) {
                pass.set(ordered());
              }
              return Boolean.TRUE.equals(
                  transaction.execute(status -> isKilledDuring(pass.get(), other)));
            });
    return pass.get();
  }

  private boolean isKilledDuring(long id, ServiceProcess other) {
    jdbc.sql("SELECT id FROM run WHERE id = ? FOR UPDATE").param(id).query(Long.class).single();
    Run<KeepAliveRequest, KeepAliveProgress> now = run(id);
    long users = now.progress().users();
    if (now.state() != RunState.RUNNING || users <= USERS / 8 || users >= USERS / 2) {
      return false;
    }
    other.kill();
    return true;
  }

  private double gauge(String name) {
    return meters.get(name).gauge().value();
  }

  private Shopper lookedAWhileAgo(Duration left) {
    Shopper shopper = storefront.newShopper();
    shopper.look(storefront.newSkus(1));
    expiresIn(shopper, left);
    return shopper;
  }

  private KeepAliveProgress pass() {
    return passUntilDone(ordered());
  }

  private long ordered() {
    if (keepAliveRuns.start(new KeepAliveRequest(0)) instanceof RunStart.Started started) {
      return started.id();
    }
    throw new AssertionError("no pass");
  }

  private Run<KeepAliveRequest, KeepAliveProgress> run(long id) {
    return keepAliveRuns.find(id).orElseThrow();
  }

  private KeepAliveProgress passUntilDone(long id) {
    Run<KeepAliveRequest, KeepAliveProgress> over =
        await().atMost(LONG).until(() -> run(id), run -> run.state() == RunState.DONE);
    return over.progress();
  }

  /** Without Kafka's consumers, whose partitions would be missed once it is killed. */
  private ServiceProcess other() throws ClassNotFoundException {
    return ServiceProcess.start(
        Class.forName("dev.storefront.history.BrowseHistoryApplication"),
        environment,
        Map.of(
            "storefront.hbase.zookeeper",
            environment.getRequiredProperty("storefront.hbase.zookeeper"),
            "spring.kafka.consumer.bootstrap-servers",
            "127.0.0.1:1",
            "history.archive.regions",
            "2",
            "storefront.runs.lease",
            "5s"));
  }

  /** Adds or removes what looks like hot views of many users, on one node: a pass takes seconds. */
  private void crowd(
      BiFunction<RedisClusterAsyncCommands<byte[], byte[]>, byte[], CompletionStage<?>> command) {
    for (long first = 1; first <= USERS; first += AT_ONCE) {
      List<byte[]> keys =
          LongStream.range(first, first + AT_ONCE)
              .mapToObj(i -> namespace.key("history:{crowd}:" + i + "}:recent"))
              .map(key -> key.getBytes(StandardCharsets.UTF_8))
              .toList();
      // A busy Redis may answer the last of so many too late; another time it has nothing left to
      // do.
      await().ignoreExceptions().until(() -> done(command, keys));
    }
  }

  private boolean done(
      BiFunction<RedisClusterAsyncCommands<byte[], byte[]>, byte[], CompletionStage<?>> command,
      List<byte[]> keys) {
    cluster
        .call(
            commands ->
                CompletableFuture.allOf(
                    keys.stream()
                        .map(key -> command.apply(commands, key).toCompletableFuture())
                        .toArray(CompletableFuture[]::new)))
        .orTimeout(1, TimeUnit.MINUTES)
        .join();
    return true;
  }

  private void watermark(long time) {
    jdbc.sql("UPDATE completed_export SET watermark = ?").param(time).update();
    await()
        .until(
            () -> archive.latestExport().map(Export::watermark).filter(w -> w == time).isPresent());
  }

  private void expiresIn(Shopper shopper, Duration left) {
    assertThat(redis.expire(key(shopper), left)).isTrue();
  }

  private Duration left(Shopper shopper) {
    return Duration.ofMillis(redis.getExpire(key(shopper), TimeUnit.MILLISECONDS));
  }

  private String key(Shopper shopper) {
    return HistoryKeys.of(namespace.key(""), shopper.user()).views();
  }
}
