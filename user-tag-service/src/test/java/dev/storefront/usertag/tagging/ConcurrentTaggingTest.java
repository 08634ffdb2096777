package dev.storefront.usertag.tagging;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.health.BackendUnavailableException;
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
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

class ConcurrentTaggingTest extends ServiceTest {

  private static final int THREADS = 12;
  private static final Duration SOON = Duration.ofMinutes(2);
  private static final String LOCK_USER =
      "SELECT ordinal FROM tagged_user WHERE ordinal = ? FOR UPDATE";

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
    FutureTask<Integer> erased =
        new FutureTask<>(() -> api.delete("/api/v1/users/conc-loser").status());
    new TransactionTemplate(transactions)
        .executeWithoutResult(
            winner -> {
              makeHeavy();
              lock("SELECT id FROM tag_audit WHERE ordinal = ? FOR UPDATE", ordinal);
              new Thread(erased, "erasure").start();
              await().atMost(SOON).until(() -> isLocked(ordinal));
              assertThat(lock(LOCK_USER, ordinal)).isEqualTo(1);
              winner.setRollbackOnly();
            });
    assertThat(erased.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(204);
    assertThat(api.tagsOf("conc-loser")).isEmpty();
    agreement.check();
  }

  /** The database ends the transaction that changed less. */
  private void makeHeavy() {
    for (int i = 0; i < 50; i++) {
      database
          .sql(
              "INSERT INTO tag_audit (tag, ordinal, present, changed_at, recorded_at, made_by)"
                  + " VALUES (0, ?, TRUE, 0, 0, 'heavy')")
          .param(Long.MAX_VALUE - i)
          .update();
    }
  }

  private int lock(String sql, long ordinal) {
    return database.sql(sql).param(ordinal).query(Long.class).list().size();
  }

  /** Asked in a transaction of its own, so that nothing stays locked. */
  private boolean isLocked(long ordinal) {
    TransactionTemplate look = new TransactionTemplate(transactions);
    look.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
    return requireNonNull(look.execute(status -> lock(LOCK_USER + " SKIP LOCKED", ordinal) == 0));
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
                    "SELECT MAX(ordinal) - MIN(ordinal) + 1 - COUNT(*) FROM tagged_user WHERE user_id LIKE 'conc-new-%'")
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
