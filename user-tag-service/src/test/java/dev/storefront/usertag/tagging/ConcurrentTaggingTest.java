package dev.storefront.usertag.tagging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.testing.LostDeadlock;
import dev.storefront.common.testing.LostDeadlock.Rows;
import dev.storefront.usertag.Api;
import dev.storefront.usertag.ServiceTest;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;

class ConcurrentTaggingTest extends ServiceTest {

  private static final int THREADS = 12;

  @Autowired Tagging tagging;
  @Autowired TagCatalog tags;
  @Autowired Agreement agreement;
  @Autowired Erasure erasure;
  @Autowired JdbcClient database;
  @Autowired StringRedisTemplate redis;
  @Autowired UserDirectory directory;
  @Autowired PlatformTransactionManager transactions;

  ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  @AfterEach
  void shutDown() {
    threads.shutdownNow();
  }

  @Test
  void an_erasure_that_loses_a_deadlock_begins_anew() throws Exception {
    api.makeTags("conc-lost");
    api.tag("conc-loser", "conc-lost");
    long ordinal = directory.find(new UserId("conc-loser")).orElseThrow();
    int status =
        new LostDeadlock(database, transactions)
            .by(
                () -> api.delete("/api/v1/users/conc-loser").status(),
                new Rows("SELECT id FROM tag_audit WHERE ordinal = ?", ordinal),
                new Rows("SELECT ordinal FROM tagged_user WHERE ordinal = ?", ordinal));
    assertThat(status).isEqualTo(204);
    assertThat(api.tagsOf("conc-loser")).isEmpty();
    agreement.check();
  }

  @Test
  void a_call_that_loses_a_deadlock_begins_anew() throws Exception {
    api.makeTags("conc-put");
    String path = Api.userTag("conc-putter", "conc-put") + "?expiresAt=2100-01-01T00:00:00Z";
    api.put(path).expect(204);
    long ordinal = directory.find(new UserId("conc-putter")).orElseThrow();
    int status =
        new LostDeadlock(database, transactions)
            .by(
                () -> api.put(path).status(),
                new Rows("SELECT tag FROM tag_expiry WHERE ordinal = ?", ordinal),
                new Rows("SELECT ordinal FROM tagged_user WHERE ordinal = ?", ordinal));
    assertThat(status).isEqualTo(204);
    assertThat(api.isTagged("conc-putter", "conc-put")).isTrue();
    agreement.check();
  }

  @Test
  void whoever_wins_database_bitmaps_and_counts_agree() throws Exception {
    api.makeTags("conc-a", "conc-b", "conc-c");
    int[] numbers =
        IntStream.of('a', 'b', 'c')
            .map(c -> tags.find("conc-" + (char) c).orElseThrow().number())
            .toArray();
    all(
        thread -> {
          Random random = new Random(thread);
          for (int i = 0; i < 60; i++) {
            List<TagChange> changes = new ArrayList<>();
            for (int n = random.nextInt(1, 6); n > 0; n--) {
              changes.add(
                  TagChange.of(
                      new UserId("conc-" + random.nextInt(30)),
                      numbers[random.nextInt(3)],
                      random.nextBoolean(),
                      "test"));
            }
            apply(changes);
            if (random.nextInt(10) == 0) {
              UserId erased = new UserId("conc-" + random.nextInt(30));
              patiently(() -> erasure.erase(erased));
            }
            if (i % 20 == thread) {
              patiently(this::flushScripts);
            }
          }
        });
    assertNothingUnsettled();
    agreement.check();
  }

  @Test
  void users_who_come_at_the_same_time_get_dense_ordinals_each_one() throws Exception {
    api.makeTags("conc-new");
    int number = tags.find("conc-new").orElseThrow().number();
    all(
        thread -> {
          for (int i = 0; i < 20; i++) {
            // Every user comes in three threads.
            int first = (thread / 3 * 20 + i) * 5;
            apply(
                IntStream.range(first, first + 5)
                    .mapToObj(
                        user -> TagChange.of(new UserId("conc-new-" + user), number, true, null))
                    .toList());
          }
        });
    assertThat(api.count("conc-new")).isEqualTo(THREADS / 3 * 100);
    assertThat(
            database
                .sql(
                    "SELECT MAX(ordinal) - MIN(ordinal) + 1 - COUNT(*) FROM tagged_user WHERE"
                        + " user_id LIKE 'conc-new-%'")
                .query(Long.class)
                .single())
        .isZero();
    assertNothingUnsettled();
    agreement.check();
  }

  private interface Work {
    void run(int thread) throws Exception;
  }

  private void all(Work work) throws Exception {
    List<Callable<Void>> tasks =
        IntStream.range(0, THREADS)
            .<Callable<Void>>mapToObj(
                thread ->
                    () -> {
                      work.run(thread);
                      return null;
                    })
            .toList();
    for (Future<Void> done : threads.invokeAll(tasks)) {
      done.get();
    }
  }

  private void apply(List<TagChange> changes) {
    patiently(() -> tagging.apply(changes));
  }

  /** As callers do who are told 503: a script that was flushed may cost a busy server its time. */
  private static void patiently(ThrowingRunnable call) {
    await()
        .pollDelay(Duration.ZERO)
        .pollInSameThread()
        .ignoreExceptionsMatching(
            e ->
                e instanceof TransientDataAccessException
                    || e instanceof BackendUnavailableException)
        .untilAsserted(call);
  }

  private void flushScripts() {
    redis.getRequiredConnectionFactory().getClusterConnection().scriptingCommands().scriptFlush();
  }

  private void assertNothingUnsettled() {
    // What was in vain the first time may still wait for upkeep.
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () ->
                assertThat(
                        database
                            .sql("SELECT COUNT(*) FROM unsettled_mark")
                            .query(Long.class)
                            .single())
                    .isZero());
  }
}
