package dev.storefront.common.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.localstack.Faults;
import dev.storefront.localstack.testing.NotOnContainers;
import dev.storefront.localstack.testing.OldFiles;
import dev.storefront.localstack.testing.TestBackends;
import io.lettuce.core.KillArgs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.health.contributor.Status;

/**
 * A Redis of one node that comes back older than it was. The server {@code redis-fallback} is this
 * class's.
 */
@NotOnContainers
class FallbackTest {

  private static final String SERVER = "redis-fallback";
  private static final Duration LONG = FallbackInstance.LONG;

  private final Faults faults = TestBackends.shared().faults();
  private final String service = "f" + UUID.randomUUID().toString().substring(0, 8);
  private final String key = service + ":{a}";
  private final List<RedisDoubt> told = new CopyOnWriteArrayList<>();
  private FallbackInstance one;
  private FallbackInstance other;

  @TempDir private Path folder;

  @BeforeEach
  void start() {
    List<String> nodes = List.of(TestBackends.shared().extraRedis(SERVER));
    one = new FallbackInstance(service, nodes, told::add);
    other = new FallbackInstance(service, nodes);
  }

  @AfterEach
  void stop() {
    faults.start(SERVER);
    one.close();
    other.close();
  }

  @Test
  void what_was_written_is_believed_by_every_instance() {
    one.note(key, "x");
    assertThat(other.read(key)).isEqualTo("x");
    one.look();
    other.look();

    assertThat(List.of(one.generation(), other.generation())).containsExactly(1L, 1L);
    assertThat(one.detector.open()).isEmpty();
  }

  @Test
  void after_a_start_from_old_files_nobody_believes_what_is_older_and_all_go_on()
      throws IOException {
    one.note(key, "old");
    assertThat(other.read(key)).isEqualTo("old");
    one.look();
    OldFiles old = filesWithHeartbeat();
    Instant copied = Instant.now();
    one.note(key, "new");

    old.fallBack(faults);

    // An instance that has heard of nothing is the first to call, and none has looked.
    assertThat(other.read(key)).isEqualTo("in doubt");
    assertThat(one.read(key)).isEqualTo("in doubt");
    assertThat(List.of(one.generation(), other.generation())).containsExactly(2L, 2L);
    RedisDoubt doubt = one.detector.open().get(0);
    assertThat(doubt.since()).isAfter(Instant.EPOCH).isBefore(copied);
    assertThat(doubt.slots().count()).isEqualTo(16_384);
    other.note(key, "newer");
    assertThat(one.read(key)).isEqualTo("newer");
  }

  @Test
  void after_a_restart_only_what_came_after_the_last_heartbeat_is_in_doubt() {
    one.note(key, "x");
    one.look();
    Instant killed = Instant.now();
    restart();

    assertThat(one.read(key)).isEqualTo("in doubt");
    assertThat(one.detector.open().get(0).since())
        .isBetween(killed.minus(LONG), killed)
        .isAfter(Instant.EPOCH);
    assertThat(one.meters.get("storefront.redis.fallbacks").counter().count()).isEqualTo(1);
    assertThat(one.meters.get("storefront.redis.slots.in.doubt").gauge().value()).isEqualTo(16_384);
  }

  @Test
  void after_an_end_in_order_nothing_is_in_doubt_and_after_a_kill_that_follows_it_is() {
    one.note(key, "x");
    one.look();
    faults.stop(SERVER);
    faults.start(SERVER);

    other.look();
    assertThat(other.detector.isStarted()).isTrue();
    assertThat(other.read(key)).isEqualTo("x");
    assertThat(one.read(key)).isEqualTo("x");
    assertThat(List.of(one.generation(), other.generation())).containsExactly(1L, 1L);
    one.note(key, "y");

    // The note of the orderly end is there still; it is of the process before.
    restart();
    assertThat(one.read(key)).isEqualTo("in doubt");
  }

  @Test
  void one_that_was_told_to_end_and_went_on_is_in_doubt_when_it_is_killed() {
    one.note(key, "x");
    one.look();
    String run =
        one.redis()
            .call(c -> c.info("server"))
            .join()
            .lines()
            .filter(line -> line.startsWith("run_id:"))
            .map(line -> line.substring("run_id:".length()).strip())
            .findFirst()
            .orElseThrow();
    String note = "orderly-end:{" + Heartbeat.tag(0) + "}";
    one.redis().call(c -> c.set(note.getBytes(UTF_8), run.getBytes(UTF_8))).join();
    one.look();
    assertThat(one.redis().call(c -> c.exists(note.getBytes(UTF_8))).join()).isZero();

    one.note(key, "y");
    restart();
    assertThat(one.read(key)).isEqualTo("in doubt");
  }

  @Test
  void one_that_was_flushed_before_it_ended_in_order_is_in_doubt() {
    one.note(key, "x");
    one.look();
    one.redis().call(c -> c.flushall()).join();
    faults.stop(SERVER);
    faults.start(SERVER);

    assertThat(other.read(key)).isEqualTo("gone");
    assertThat(other.generation()).isEqualTo(2);
    assertThat(other.detector.open().get(0).since()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void a_call_that_no_old_state_may_answer_waits_until_the_doubt_is_settled() {
    one.note(key, "x");
    assertThat(one.readUnlessInDoubt(key)).isEqualTo("x");
    one.look();
    restart();

    one.read(key);
    other.read(key);
    for (FallbackInstance instance : List.of(one, other)) {
      assertThatExceptionOfType(BackendUnavailableException.class)
          .isThrownBy(() -> instance.readUnlessInDoubt(key));
    }
    RedisDoubt doubt = one.detector.open().get(0);
    one.note(key, "repaired");
    assertThat(one.scripts.doubt(key)).isEqualTo(doubt.generation());
    assertThat(one.readUnlessInDoubtAfter(key, doubt.generation())).isEqualTo("repaired");
    assertThatExceptionOfType(BackendUnavailableException.class)
        .isThrownBy(() -> one.readUnlessInDoubtAfter(key, doubt.generation() - 1));
    one.detector.settle(doubt);
    assertThat(one.readUnlessInDoubt(key)).isEqualTo("repaired");
    assertThat(one.scripts.doubt(key)).isZero();
    assertThat(one.scripts.fellBackAfter(key, doubt.foundAt().minusMillis(1))).isTrue();
    assertThat(one.scripts.fellBackAfter(key, doubt.foundAt())).isFalse();
    other.detector.refresh();
    assertThat(other.readUnlessInDoubt(key)).isEqualTo("repaired");
  }

  @Test
  void an_instance_is_not_ready_before_what_it_found_in_doubt_is_settled() {
    one.note(key, "x");
    one.look();
    assertThat(one.detector.isStarted()).isTrue();
    restart();

    assertThat(other.detector.isStarted()).as("before its first look").isFalse();
    other.look();
    assertThat(other.detector.isStarted()).isFalse();
    assertThat(other.health()).isEqualTo(Status.DOWN);
    assertThat(one.detector.isStarted()).as("one that served before").isTrue();

    other.detector.settle(other.detector.open().get(0));
    other.look();
    assertThat(other.detector.isStarted()).isTrue();
    await().atMost(LONG).until(() -> other.health().equals(Status.UP));
  }

  @Test
  void two_fall_backs_are_two_generations_and_the_second_is_in_doubt_since_the_first() {
    one.note(key, "x");
    one.look();
    restart();
    one.read(key);
    RedisDoubt first = one.detector.open().get(0);
    one.note(key, "y");
    one.look();
    restart();

    assertThat(one.read(key)).isEqualTo("in doubt");
    assertThat(one.generation()).isEqualTo(3);
    assertThat(one.detector.open()).hasSize(1);
    assertThat(one.detector.open().get(0).since()).isEqualTo(first.since());
  }

  @Test
  void a_redis_that_lost_everything_is_in_doubt_since_ever() throws IOException {
    one.note(key, "x");
    one.look();
    OldFiles.loseAll(SERVER, faults);

    assertThat(one.read(key)).isEqualTo("gone");
    assertThat(one.generation()).isEqualTo(2);
    assertThat(one.detector.open().get(0).since()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void one_that_was_flushed_is_found_at_the_next_look_once() {
    one.note(key, "x");
    one.look();
    other.look();
    one.redis().call(c -> c.flushall()).join();

    CompletableFuture.allOf(
            CompletableFuture.runAsync(one::look), CompletableFuture.runAsync(other::look))
        .join();
    one.look();
    other.look();

    // Who looked second learns it from the database.
    one.detector.refresh();
    other.detector.refresh();
    assertThat(one.detector.open()).hasSize(1);
    assertThat(one.detector.open().get(0).since()).isEqualTo(Instant.EPOCH);
    assertThat(List.of(one.generation(), other.generation())).containsExactly(2L, 2L);
    one.note(key, "y");
    assertThat(other.read(key)).isEqualTo("y");
  }

  @Test
  void one_that_was_flushed_is_found_also_where_an_instance_looks_first_that_never_did_before() {
    one.note(key, "x");
    one.look();
    one.redis().call(c -> c.flushall()).join();

    other.look();
    one.look();

    assertThat(one.generation()).isEqualTo(2);
    assertThat(one.detector.open().get(0).since()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void who_has_heard_from_another_that_it_was_flushed_does_not_find_it_again() {
    one.note(key, "x");
    one.look();
    other.look();
    one.redis().call(c -> c.flushall()).join();
    one.look();

    other.detector.refresh();
    other.look();

    assertThat(List.of(one.generation(), other.generation())).containsExactly(2L, 2L);
  }

  @Test
  void one_that_was_flushed_while_the_database_is_away_is_found_once_that_is_back() {
    one.note(key, "x");
    one.look();
    one.redis().call(c -> c.flushall()).join();
    one.databaseIsAway(true);
    one.detector.lookAround().join();
    assertThat(one.meters.get("storefront.redis.looks.failed").counter().count()).isPositive();
    assertThatExceptionOfType(BackendUnavailableException.class).isThrownBy(() -> one.tryRead(key));

    one.databaseIsAway(false);
    one.look();
    assertThat(one.generation()).isEqualTo(2);
    assertThat(one.read(key)).isEqualTo("gone");
  }

  @Test
  void one_that_was_flushed_is_found_through_a_new_connection_too() {
    one.note(key, "x");
    one.look();
    one.redis().call(c -> c.flushall()).join();
    other.redis().call(c -> c.clientKill(KillArgs.Builder.typeNormal().skipme())).join();

    one.look();
    assertThat(one.generation()).isEqualTo(2);
  }

  @Test
  void scripts_that_are_flushed_are_no_fall_back() {
    one.note(key, "x");
    one.redis().call(c -> c.scriptFlush()).join();

    assertThat(one.read(key)).isEqualTo("x");
    assertThat(one.generation()).isEqualTo(1);
  }

  @Test
  void no_call_fails_while_somebody_flushes_scripts_without_a_break() {
    one.note(key, "x");
    CompletableFuture<List<String>> reads =
        CompletableFuture.supplyAsync(
            () -> IntStream.range(0, 200).mapToObj(i -> one.tryRead(key)).toList());
    while (!reads.isDone()) {
      one.redis().call(c -> c.scriptFlush()).join();
    }

    assertThat(reads.join()).containsOnly("x");
  }

  /** Both go through one connection, and a look is a transaction. */
  @Test
  void no_call_gets_into_a_look_at_its_node() {
    one.note(key, "x");
    List<CompletableFuture<List<String>>> reads =
        IntStream.range(0, 4)
            .mapToObj(
                reader ->
                    CompletableFuture.supplyAsync(
                        () -> IntStream.range(0, 200).mapToObj(i -> one.tryRead(key)).toList()))
            .toList();
    while (!reads.stream().allMatch(CompletableFuture::isDone)) {
      one.redis().call(c -> c.scriptFlush());
      one.lookAround().join();
    }

    assertThat(reads).allSatisfy(read -> assertThat(read.join()).containsOnly("x"));
  }

  @Test
  void instances_that_find_one_fall_back_at_once_begin_one_generation() {
    one.note(key, "x");
    other.read(key);
    restart();
    one.redis().call(c -> c.ping()).exceptionally(e -> "").join();

    List<CompletableFuture<String>> reads =
        IntStream.range(0, 20)
            .mapToObj(i -> i % 2 == 0 ? one : other)
            .map(i -> CompletableFuture.supplyAsync(() -> i.read(key)))
            .toList();

    assertThat(reads).allSatisfy(read -> assertThat(read.join()).isEqualTo("in doubt"));
    assertThat(List.of(one.generation(), other.generation())).containsExactly(2L, 2L);
  }

  @Test
  void while_the_database_is_away_what_is_as_before_goes_on_and_what_may_not_be_waits() {
    one.note(key, "x");
    one.databaseIsAway(true);
    one.look();
    assertThat(one.read(key)).isEqualTo("x");

    restart();
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThatExceptionOfType(BackendUnavailableException.class)
                    .isThrownBy(() -> one.tryRead(key))
                    .withStackTraceContaining("JDBC Connection"));
    assertThat(one.generation()).isEqualTo(1);
    one.databaseIsAway(false);

    assertThat(one.read(key)).isEqualTo("in doubt");
    assertThat(one.generation()).isEqualTo(2);
  }

  @Test
  void listeners_are_told_until_they_have_repaired_it_and_the_floor_stays() {
    one.detectors.start();
    one.note(key, "x");
    one.look();
    restart();

    await().atMost(LONG).until(() -> !told.isEmpty());
    assertThat(told.get(0).cluster()).isEqualTo(RedisClusterAccess.DEFAULT);
    assertThat(told.get(0).generation()).isEqualTo(2);
    assertThat(told.get(0).covers(key)).isTrue();
    await().atMost(LONG).until(() -> one.detector.open().isEmpty());
    assertThat(one.read(key)).isEqualTo("in doubt");
    other.detector.refresh();
    assertThat(other.detector.open()).isEmpty();
    assertThat(other.read(key)).isEqualTo("in doubt");
  }

  private void restart() {
    faults.kill(SERVER);
    faults.start(SERVER);
  }

  /** Copies the files once they have the heartbeat, and so all that was written before. */
  private OldFiles filesWithHeartbeat() throws IOException {
    Path data = TestBackends.home().data(SERVER);
    await().atMost(LONG).until(() -> appended(data).contains(service + ":heartbeat"));
    return OldFiles.of(SERVER, folder);
  }

  private static String appended(Path data) throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.list(data.resolve("appendonlydir"))) {
      for (Path file : files.toList()) {
        all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    return all.toString();
  }
}
