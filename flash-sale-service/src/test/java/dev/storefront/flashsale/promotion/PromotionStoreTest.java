package dev.storefront.flashsale.promotion;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.flashsale.testing.FlashSaleTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/** What is asked for every other second, among thousands of promotions that are long over. */
class PromotionStoreTest extends FlashSaleTest {

  private static final long FIRST = 5_000_000_000L;
  private static final int OVER = 3_000;

  @Autowired private PromotionStore store;
  @Autowired private JdbcTemplate jdbc;
  @Autowired private TransactionTemplate transaction;

  @BeforeEach
  void many() {
    jdbc.batchUpdate(
        """
        INSERT INTO promotion (promotion_id, sku_id, quota, starts_at, ends_at, price_kind,
          list_price, amount, limit_per, limit_max, rate_max, rate_window_seconds,
          payment_timeout_seconds, buckets, created_at, approved_at, end_announced_at)
        VALUES (?, 1, 10, 1000, 2000, 'FIXED', 10, 5, 'NONE', 0, 100, 60, 1200, 2, 1000, 1000, 2000)\
        """,
        LongStream.range(FIRST, FIRST + OVER).mapToObj(id -> new Object[] {id}).toList());
  }

  @AfterEach
  void fewAgain() {
    jdbc.update("DELETE FROM promotion WHERE promotion_id >= ?", FIRST);
  }

  @Test
  void what_is_over_is_not_looked_at() {
    onSale(terms(10).buckets(2));
    Instant now = clock.instant();

    assertThat(rowsRead(() -> store.approvedSince(now, 0, 200))).isLessThan(OVER);
    assertThat(rowsRead(() -> store.approvedByEnd(now, 0, 2, 200))).isLessThan(OVER);
    assertThat(rowsRead(() -> store.begunAndNotOver(now, null, 0, 200))).isLessThan(OVER);
    assertThat(rowsRead(() -> jdbc.queryForList("SELECT amount FROM promotion")))
        .isGreaterThanOrEqualTo(OVER);
  }

  /**
   * Each second: thousands go on, of which one was touched, one stopped, one is over, one began.
   */
  @Test
  void what_goes_on_untouched_is_not_looked_at() {
    // In one transaction: the service looks each second, too.
    transaction.executeWithoutResult(status -> looksAtWhatWasTouchedAlone(clock.instant()));
  }

  private void looksAtWhatWasTouchedAlone(Instant now) {
    jdbc.update(
        "UPDATE promotion SET end_announced_at = NULL, announced_price = 5, ends_at = ?"
            + " WHERE promotion_id >= ?",
        now.plusSeconds(60).toEpochMilli(),
        FIRST);
    jdbc.update("UPDATE promotion SET stopped_at = 1 WHERE promotion_id = ?", FIRST + 1);
    jdbc.update("UPDATE promotion SET ends_at = 2 WHERE promotion_id = ?", FIRST + 2);
    jdbc.update("UPDATE promotion SET announced_price = NULL WHERE promotion_id = ?", FIRST + 3);
    jdbc.update(
        "UPDATE promotion SET approved_at = NULL, ends_at = 2 WHERE promotion_id = ?", FIRST + 4);
    List<StoredPromotion> found = new ArrayList<>();

    long read =
        rowsRead(() -> found.addAll(store.begunAndNotOver(now, List.of(FIRST), FIRST - 1, OVER)));

    assertThat(found.stream().map(stored -> stored.terms().promotionId()))
        .containsExactly(FIRST, FIRST + 1, FIRST + 2, FIRST + 3);
    assertThat(read).isLessThan(OVER / 10);
    assertThat(rowsRead(() -> store.begunAndNotOver(now, null, FIRST - 1, OVER)))
        .isGreaterThanOrEqualTo(OVER);
  }

  @Test
  void a_page_costs_as_much_as_it_has_wherever_it_lies() {
    jdbc.update(
        "UPDATE promotion SET ends_at = 3000000 + promotion_id % 7 WHERE promotion_id >= ?", FIRST);
    List<Long> seen = new ArrayList<>();
    Instant end = Instant.ofEpochMilli(3_000_000);
    long last = 0;
    while (seen.size() < OVER) {
      List<StoredPromotion> page = new ArrayList<>();
      Instant from = end;
      long after = last;
      assertThat(rowsRead(() -> page.addAll(store.approvedByEnd(from, after, 1, 200))))
          .isLessThan(OVER / 2);
      page.forEach(stored -> seen.add(stored.terms().promotionId()));
      end = page.get(page.size() - 1).terms().endsAt();
      last = seen.get(seen.size() - 1);
    }
    assertThat(seen).doesNotHaveDuplicates().hasSizeGreaterThanOrEqualTo(OVER);
  }

  /** By what the database counted for the one connection that a transaction has. */
  private long rowsRead(Runnable query) {
    Long read =
        transaction.execute(
            status -> {
              long before = handlerReads();
              query.run();
              return handlerReads() - before;
            });
    return read == null ? 0 : read;
  }

  private long handlerReads() {
    List<Long> counts =
        jdbc.query(
            "SHOW SESSION STATUS LIKE 'Handler_read%'", (row, index) -> row.getLong("Value"));
    return counts.stream().mapToLong(Long::longValue).sum();
  }
}
