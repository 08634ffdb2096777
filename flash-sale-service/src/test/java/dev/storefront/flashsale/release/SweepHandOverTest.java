package dev.storefront.flashsale.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.ClaimCode;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.sweep.SweepLease;
import dev.storefront.flashsale.testing.AskedPromotions;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.testing.HastySale;
import dev.storefront.flashsale.units.Leave;
import dev.storefront.flashsale.units.Units;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Another sweeper has the lease and takes the marks of what was touched; then it dies. Nothing is
 * found because it is time for a full round.
 */
@HastySale
class SweepHandOverTest extends FlashSaleTest {

  private static final Duration LONG_AFTER = Duration.ofSeconds(16);

  /** For so long after it got the lease a sweeper looks at everything, and somewhat longer. */
  private static final Duration FULL_ROUNDS = Duration.ofSeconds(15);

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int PROMOTIONS = 60;

  /** So often all sweeps together ask Redis for one promotion in several rounds. */
  private static final int SOME_ROUNDS = 200;

  @Value("${spring.data.redis.cluster.nodes}")
  private String nodes;

  @Autowired private Orders orders;
  @Autowired private Units units;
  @Autowired private Promotions promotions;
  @Autowired private SweepLease lease;
  @Autowired private JdbcTemplate db;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

  @Test
  void what_was_too_young_then_is_settled_and_what_comes_later_is_found_by_its_mark() {
    anotherSweeps();
    long young = onSale(5);
    long later = onSale(5);
    long paid = onSale(5);
    Order order = grabbed(paid);
    Order left = claimed(young);
    anotherTakesTheMarksOf(young, later, paid);
    reserve(left);
    cluster.call(c -> c.del(marks())).join();

    itDies();
    await().until(lease::isMine);
    long got = System.nanoTime();
    settled(young, 5);

    await().until(() -> System.nanoTime() - got > FULL_ROUNDS.toNanos());
    reserve(claimed(later));
    units.note(order.pending(Kind.PAY), clock.instant()).join();
    orders.pay(order);
    clock.push(LONG_AFTER);
    settled(later, 5);
    settled(paid, 3);
  }

  @Test
  void who_reserves_releases_or_notes_leaves_a_mark() {
    anotherSweeps();
    long reserved = onSale(5);
    long released = onSale(5);
    long noted = onSale(5);
    Order first = claimed(reserved);
    Order second = claimed(released);
    Order third = claimed(noted);
    anotherTakesTheMarksOf(reserved, released, noted);

    await()
        .untilAsserted(
            () -> {
              reserve(first);
              units.release(second.pending(Kind.GRAB).get(0), Leave.TOMBSTONE).join();
              units.note(third.pending(Kind.GRAB), clock.instant()).join();
              assertThat(marked()).contains(reserved, released, noted);
            });
  }

  @Test
  void what_nobody_touched_is_asked_for_in_no_round_once_all_were_looked_at() throws Exception {
    anotherSweeps();
    List<Long> all =
        IntStream.range(0, PROMOTIONS).mapToObj(i -> onSale(terms(10).buckets(2))).toList();
    anotherTakesTheMarksOf(all.toArray(Long[]::new));
    itDies();
    await().until(lease::isMine);
    long touched = all.get(0);
    List<Long> untouched = all.subList(1, PROMOTIONS);

    try (AskedPromotions asked = new AskedPromotions(nodes, namespace)) {
      await()
          .atMost(LONG)
          .until(
              () -> {
                promotions.touchAgain(touched);
                asked.forget();
                await().atMost(LONG).until(() -> asked.about(touched) >= SOME_ROUNDS);
                return untouched.stream().noneMatch(promotion -> asked.about(promotion) > 0);
              });
    }
  }

  @AfterEach
  void itDies() {
    db.update("UPDATE sweep_lease SET leased_until = 0");
  }

  private void anotherSweeps() {
    db.update("UPDATE sweep_lease SET owner = 'another', leased_until = ?", Long.MAX_VALUE);
    await().until(() -> !lease.isMine());
  }

  /** Those of their approval too, which may be on their way. */
  private void anotherTakesTheMarksOf(Long... ids) {
    await()
        .until(
            () -> {
              Stream.of(ids).forEach(promotions::touch);
              return marked().containsAll(List.of(ids));
            });
    cluster.call(c -> c.del(marks())).join();
  }

  private List<Long> marked() {
    return cluster.call(c -> c.smembers(marks())).join().stream()
        .map(member -> Long.valueOf(new String(member, StandardCharsets.UTF_8)))
        .toList();
  }

  private byte[] marks() {
    return namespace.key("touched-promotions").getBytes(StandardCharsets.UTF_8);
  }

  private Order claimed(long promotion) {
    Orders.Claim claim =
        orders
            .claim(
                new Orders.Draft(
                    freshOrder(), List.of(new OrderItem(promotion, 2)), "pat", "192.0.2.7", true))
            .join();
    assertThat(claim.code()).isEqualTo(ClaimCode.CLAIMED);
    return claim.order();
  }

  private Order grabbed(long promotion) {
    String order = freshOrder();
    tryGrab(order, promotion, 2).expect(201);
    return orders.find(order).orElseThrow();
  }

  private void reserve(Order order) {
    units.reserve(order, order.items().get(0), clock.instant()).join();
  }

  private void settled(long promotion, int remaining) {
    await()
        .untilAsserted(
            () -> {
              assertThat(units.pendingCount(promotion).join()).isZero();
              assertThat(remaining(promotion)).isEqualTo(remaining);
            });
  }
}
