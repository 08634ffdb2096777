package dev.storefront.flashsale.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.barrier.OffsetBarriers;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** MySQL lost what it had committed last, as one that failed over to a replica which lagged. */
class LostTailTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  /** A recovery of everything has the promotions of all tests of the context before it, too. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private static final Duration SOME_ROUNDS = Duration.ofSeconds(4);

  /** The look for it, a consumer of its own and two passes. */
  private static final Duration ONE_REPLAY = Duration.ofSeconds(90);

  /** Some of them, of which another instance's round may spoil the first. */
  private static final Duration SOME_REPLAYS = Duration.ofMinutes(6);

  private static final Duration CLOSED = Duration.ofSeconds(12);
  private static final int PARTITIONS = 16;
  private static final int TO_PAY_SECONDS = 300;

  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private OffsetBarriers barriers;
  @Autowired private Recoveries recoveries;
  @Autowired private RecoveryTable table;
  @Autowired private JdbcTemplate db;
  @Autowired private TransactionTemplate transaction;

  @Test
  void a_paid_order_of_which_mysql_has_the_grab_alone_is_never_released_as_unpaid() {
    long promotion = onSale(terms(10).paidWithin(TO_PAY_SECONDS));
    String order = freshOrder();
    tryGrab(order, promotion, 2).expect(201);
    barriers.await(List.of(promotion), LONG);
    Runnable failOver = lag();
    api().post("/api/v1/grabs/" + order + "/pay", SERVICE, null).expect(200);
    barriers.await(List.of(promotion), LONG);

    retire(order);
    failOver.run();
    clock.push(Duration.ofSeconds(TO_PAY_SECONDS));

    await()
        .during(SOME_ROUNDS)
        .atMost(LONG)
        .untilAsserted(() -> assertThat(statusOf(order)).isEqualTo("PAID"));
    assertThat(remaining(promotion)).isEqualTo(8);
    Reply shown = api().get("/api/v1/grabs/" + order, SERVICE).expect(200);
    assertThat(shown.at("/status").asString()).isEqualTo("PAID");
  }

  @Test
  void a_recovery_that_nobody_told_of_the_loss_sells_nothing_twice() {
    long promotion = onSale(10);
    barriers.await(List.of(promotion), LONG);
    Runnable failOver = lag();
    String order = freshOrder();
    tryGrab(order, promotion, 7).expect(201);
    barriers.await(List.of(promotion), LONG);

    failOver.run();
    long recovery = recover(promotion);
    clock.push(CLOSED);
    awaitDone(recovery, LONGEST);

    assertThat(remaining(promotion)).isEqualTo(3);
    tryGrab(freshOrder(), promotion, 4).expect(409, "sold-out");
    retire(order);
    tryGrab(order, promotion, 7).expect(200);
  }

  @Test
  void a_second_fail_over_during_the_replay_of_the_first_has_it_begin_anew() {
    long promotion = onSale(10);
    barriers.await(List.of(promotion), LONG);
    Runnable failOver = lag();
    tryGrab(freshOrder(), promotion, 7).expect(201);
    barriers.await(List.of(promotion), LONG);

    await()
        .atMost(SOME_REPLAYS)
        .ignoreExceptionsMatching(PessimisticLockingFailureException.class::isInstance)
        .until(
            () -> {
              failOver.run();
              return Boolean.TRUE.equals(
                  transaction.execute(
                      status -> {
                        db.queryForList("SELECT * FROM ledger_position FOR UPDATE");
                        boolean ends = within(ONE_REPLAY, this::isReplayAboutToEnd);
                        failOver.run();
                        return ends;
                      }));
            });

    assertThat(barriers.await(List.of(promotion), LONG)).isTrue();
    assertThat(
            db.queryForObject(
                "SELECT COALESCE(SUM(quantity), 0) FROM grab_item WHERE promotion_id = ?",
                Long.class,
                promotion))
        .isEqualTo(7);
  }

  private static boolean within(Duration time, Callable<Boolean> condition) {
    try {
      await().atMost(time).until(condition);
      return true;
    } catch (ConditionTimeoutException notWithin) {
      return false;
    }
  }

  /** It waits for the rows that this thread has locked. */
  private boolean isReplayAboutToEnd() {
    return isRunning("INSERT INTO ledger_position%GREATEST%");
  }

  @Test
  void no_recovery_that_begins_while_a_replay_is_asked_for_escapes_it() {
    long promotion = onSale(10);
    String from = Instant.now().minusSeconds(60).toString();
    CompletableFuture<Reply> asked = new CompletableFuture<>();

    transaction.executeWithoutResult(
        status -> {
          table.lock();
          asked.completeAsync(
              () ->
                  api()
                      .post(
                          "/api/v1/recoveries", OPERATOR, Map.of("all", true, "replayFrom", from)));
          await().atMost(LONG).until(this::isSomebodyWaitingToStart);
          recoveries.startAutomatically(List.of(promotion));
        });
    long replaying = asked.join().expect(202).at("/id").asLong();

    assertThat(
            db.queryForList(
                "SELECT promotion_id FROM recovery_promotion WHERE unfinished = 1 AND run_id <> ?",
                Long.class,
                replaying))
        .isEmpty();
    assertThat(table.unfinishedOf(promotion)).contains(replaying);
    clock.push(CLOSED);
    awaitDone(replaying, LONGEST);
    tryGrab(freshOrder(), promotion, 10).expect(201);
  }

  private boolean isSomebodyWaitingToStart() {
    return isRunning("%recovery_start%");
  }

  private boolean isRunning(String statement) {
    Integer waiting =
        db.queryForObject(
            """
            SELECT COUNT(*) FROM information_schema.processlist
            WHERE info LIKE ? AND db = DATABASE() AND id <> CONNECTION_ID()\
            """,
            Integer.class,
            statement);
    return waiting != null && waiting > 0;
  }

  /** Has a replica stop here; what it has is all there is once the returned one was called. */
  private Runnable lag() {
    List<String> tables =
        db.queryForList("SHOW TABLES", String.class).stream()
            .filter(
                List.of("grab_item", "grab_ledger", "ledger_position", "ledger_replay")::contains)
            .toList();
    if (tables.contains("ledger_position")) {
      await()
          .atMost(LONG)
          .until(() -> db.queryForList("SELECT * FROM ledger_position").size() == PARTITIONS);
    }
    for (String each : tables) {
      db.execute("DROP TABLE IF EXISTS lagging_" + each);
      db.execute("CREATE TABLE lagging_" + each + " AS SELECT * FROM " + each);
    }
    return () ->
        transaction.executeWithoutResult(
            status -> {
              for (String each : tables) {
                db.update("DELETE FROM " + each);
                db.update("INSERT INTO " + each + " SELECT * FROM lagging_" + each);
              }
            });
  }

  /** As it is some time after its payment. */
  private void retire(String order) {
    byte[] record = bytes(namespace.key("O_{" + order + "}"));
    cluster.call(c -> c.del(record)).join();
  }

  private String statusOf(String order) {
    return String.join(
        ",",
        db.queryForList("SELECT status FROM grab_item WHERE order_id = ?", String.class, order));
  }
}
