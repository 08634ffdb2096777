package dev.storefront.flashsale.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.flashsale.barrier.OffsetBarriers;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A sale of which nobody paid: all of it comes back. The log tells how long that took; how much is
 * the system property {@code unpaid.orders}.
 */
@Tag("measurement")
class UnpaidBacklogTest extends FlashSaleTest {

  private static final Logger log = LoggerFactory.getLogger(UnpaidBacklogTest.class);
  private static final int ORDERS = Integer.getInteger("unpaid.orders", 100_000);
  private static final int PROMOTIONS = 20;
  private static final int BUYERS = 48;
  private static final int TO_PAY_SECONDS = 3_600;
  private static final Duration LONG = Duration.ofMinutes(10);

  @Autowired private JdbcTemplate db;
  @Autowired private OffsetBarriers barriers;

  @Test
  void all_of_them_come_back() {
    int each = ORDERS / PROMOTIONS;
    List<Long> promotions =
        IntStream.range(0, PROMOTIONS)
            .mapToObj(i -> onSale(terms(each).limit("PIN", 1).paidWithin(TO_PAY_SECONDS)))
            .toList();
    buyAll(promotions, each);
    assertThat(barriers.await(promotions, LONG)).isTrue();
    assertThat(open(promotions)).isEqualTo(each * PROMOTIONS);

    clock.push(Duration.ofSeconds(TO_PAY_SECONDS));
    long begun = System.nanoTime();
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(200))
        .until(() -> promotions.stream().allMatch(promotion -> remaining(promotion) == each));
    Duration inRedis = Duration.ofNanos(System.nanoTime() - begun);
    await().atMost(LONG).until(() -> open(promotions) == 0);
    Duration inMySql = Duration.ofNanos(System.nanoTime() - begun);

    log.info(
        "{} unpaid orders: their units are back after {}, MySQL has it after {}",
        each * PROMOTIONS,
        inRedis,
        inMySql);
  }

  private void buyAll(List<Long> promotions, int each) {
    ExecutorService buyers = Executors.newFixedThreadPool(BUYERS);
    AtomicInteger next = new AtomicInteger();
    try {
      CompletableFuture.allOf(
              IntStream.range(0, BUYERS)
                  .mapToObj(
                      i -> CompletableFuture.runAsync(() -> buy(promotions, each, next), buyers))
                  .toArray(CompletableFuture[]::new))
          .join();
    } finally {
      buyers.shutdown();
    }
  }

  private void buy(List<Long> promotions, int each, AtomicInteger next) {
    for (int n = next.getAndIncrement(); n < each * PROMOTIONS; n = next.getAndIncrement()) {
      long promotion = promotions.get(n % PROMOTIONS);
      tryGrab(freshOrder(), promotion, 1, "b" + n).expect(201);
    }
  }

  private int open(List<Long> promotions) {
    Integer open =
        db.queryForObject(
            "SELECT COUNT(*) FROM grab_item WHERE status = 'GRABBED' AND promotion_id BETWEEN ? AND"
                + " ?",
            Integer.class,
            promotions.get(0),
            promotions.get(PROMOTIONS - 1));
    return open == null ? 0 : open;
  }
}
