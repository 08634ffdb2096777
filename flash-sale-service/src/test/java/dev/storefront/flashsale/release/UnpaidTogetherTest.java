package dev.storefront.flashsale.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.testing.SecondInstance;
import dev.storefront.flashsale.FlashSaleApplication;
import dev.storefront.flashsale.ledger.LedgerRoute;
import dev.storefront.flashsale.ledger.LockedOrders;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.localstack.testing.WithBackends;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import org.springframework.dao.PessimisticLockingFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Two instances that go through the unpaid orders, each page of which is one's. */
@WithBackends(database = "flash_sale", namespace = "pairs")
class UnpaidTogetherTest extends FlashSaleTest {

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int TURNS = 100;

  @Autowired private Environment environment;
  @Autowired private LockedOrders orders;
  @Autowired private LedgerRoute route;
  @Autowired private ThreadPoolTaskScheduler rounds;
  @Autowired private JdbcTemplate db;

  @Test
  void what_two_instances_take_at_the_same_moment_is_never_the_same_and_leaves_nothing_out() {
    // Far behind what others of this run have not paid.
    Instant expiry = clock.instant().plus(Duration.ofDays(300));
    List<String> unpaid = unpaid(2 * TURNS, expiry);
    try (SecondInstance second = SecondInstance.start(FlashSaleApplication.class, environment)) {
      ThreadPoolTaskScheduler roundsOfSecond = second.bean(ThreadPoolTaskScheduler.class);
      try {
        stop(rounds);
        stop(roundsOfSecond);
        db.update(
            "UPDATE unpaid_round SET expires_at = ?, order_id = '', ended_at = 0",
            expiry.toEpochMilli() - 1);
        CyclicBarrier together = new CyclicBarrier(2);
        CompletableFuture<List<String>> others =
            CompletableFuture.supplyAsync(
                () -> take(second.bean(LockedOrders.class), expiry, together),
                task -> new Thread(task).start());

        List<String> taken = new ArrayList<>(take(orders, expiry, together));

        assertThat(taken).as("of the first").hasSize(TURNS);
        assertThat(others.join()).as("of the second").hasSize(TURNS);
        taken.addAll(others.join());
        assertThat(taken).containsExactlyInAnyOrderElementsOf(unpaid);
      } finally {
        roundsOfSecond.start();
        rounds.start();
      }
    }
  }

  private List<String> take(LockedOrders orders, Instant until, CyclicBarrier together) {
    List<String> taken = new ArrayList<>();
    for (int turn = 0; turn < TURNS; turn++) {
      awaitTurn(together);
      // Who waits too long for the other's turn comes again, as an instance does.
      await()
          .pollDelay(Duration.ZERO)
          .atMost(LONG)
          .ignoreExceptionsInstanceOf(PessimisticLockingFailureException.class)
          .until(() -> orders.unpaid(until, 1), page -> true)
          .forEach(item -> taken.add(item.orderId()));
    }
    return taken;
  }

  private static void awaitTurn(CyclicBarrier together) {
    try {
      together.await(LONG.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("The other instance does not come", e);
    }
  }

  /**
   * Returns once none of its tasks is under way: an instance's own rounds would take a page too.
   */
  private static void stop(ThreadPoolTaskScheduler rounds) {
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    rounds.stop(() -> stopped.complete(null));
    assertThat(stopped).succeedsWithin(LONG);
  }

  private List<String> unpaid(int count, Instant expiry) {
    long promotion = onSale(count);
    List<String> unpaid = Stream.generate(FlashSaleTest::freshOrder).limit(count).toList();
    route
        .append(unpaid.stream().map(order -> unpaidGrab(order, promotion, expiry)).toList())
        .join();
    await()
        .atMost(LONG)
        .untilAsserted(
            () ->
                assertThat(
                        db.queryForObject(
                            "SELECT COUNT(*) FROM grab_item WHERE promotion_id = ?",
                            Integer.class,
                            promotion))
                    .isEqualTo(count));
    return unpaid;
  }
}
