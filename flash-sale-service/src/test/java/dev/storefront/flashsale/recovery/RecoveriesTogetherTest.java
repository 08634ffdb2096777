package dev.storefront.flashsale.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.HastySale;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Recoveries of one instance, one of which takes longer than its lease. */
@HastySale
class RecoveriesTogetherTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofSeconds(90);

  /** Who does not wait is answered by then. */
  private static final Duration WHILE = Duration.ofSeconds(2);

  private static final Duration HELD_FOR = Duration.ofSeconds(7);

  @Autowired private DataSource database;
  @Autowired private Recoveries recoveries;
  @Autowired private RecoveryTable table;
  @Autowired private RecoveryProperties properties;

  @Test
  void none_waits_for_a_slow_one_and_all_keep_their_leases() throws SQLException {
    long slow = sold();
    long other = sold();
    long[] ids = new long[2];
    AtomicReference<CompletableFuture<Long>> answer = new AtomicReference<>();
    whileLocked(
        slow,
        () -> {
          long start = System.nanoTime();
          // Its answer waits for the sale to be closed.
          CompletableFuture<Long> asked = CompletableFuture.supplyAsync(() -> recover(slow));
          await().atMost(LONG).until(() -> table.unfinishedOf(slow).isPresent());
          ids[0] = table.unfinishedOf(slow).orElseThrow();
          ids[1] = recover(other);

          awaitDone(ids[1], LONG);
          await().atMost(LONG).until(() -> System.nanoTime() - start > HELD_FOR.toNanos());
          assertThat(viewOf(ids[0]).at("/state").asString()).isEqualTo("RUNNING");
          answer.set(asked);
        });
    assertThat(answer.get().join()).isEqualTo(ids[0]);
    awaitDone(ids[0], LONG);

    for (long recovery : ids) {
      assertThat(viewOf(recovery).at("/takeovers").asInt(-1)).isZero();
    }
  }

  @Test
  void who_wants_one_promotion_waits_for_that_one_and_who_wants_all_for_all() throws SQLException {
    long slow = sold();
    long other = sold();
    AtomicReference<CompletableFuture<Void>> all =
        new AtomicReference<>(CompletableFuture.completedFuture(null));
    whileLocked(
        slow,
        () -> {
          recoveries.startAutomatically(List.of(slow, other));

          assertThat(timeOf(() -> recover(other))).isLessThan(properties.answerWithin());
          assertThat(table.isClosed(slow)).isFalse();

          all.set(CompletableFuture.runAsync(this::recoverAll));
          await().during(WHILE).atMost(LONG).until(() -> !all.get().isDone());
          assertThat(table.isClosed(slow)).isFalse();
        });

    all.get().join();
    assertThat(table.isClosed(slow)).isTrue();
    awaitDone(recover(slow), LONG);
  }

  private static Duration timeOf(Runnable call) {
    long start = System.nanoTime();
    call.run();
    return Duration.ofNanos(System.nanoTime() - start);
  }

  /** Nobody closes the promotion meanwhile. */
  private void whileLocked(long promotion, Runnable work) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement lock =
            connection.prepareStatement(
                "SELECT 1 FROM promotion WHERE promotion_id = ? FOR UPDATE")) {
      connection.setAutoCommit(false);
      lock.setLong(1, promotion);
      lock.executeQuery();
      work.run();
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private void recoverAll() {
    api().post("/api/v1/recoveries", OPERATOR, Map.of("all", true)).expect(202);
  }

  private long sold() {
    long promotion = onSale(10);
    tryGrab(freshOrder(), promotion, 1).expect(201);
    return promotion;
  }
}
