package dev.storefront.flashsale.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerRoute;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.ledger.LedgerTotals;
import dev.storefront.flashsale.order.ClaimCode;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.release.Compensation.Reach;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.units.Leave;
import dev.storefront.flashsale.units.Units;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** What of an attempt that came to nothing may reach the ledger, and how that is made good. */
class CompensationTest extends FlashSaleTest {

  @Autowired private Compensation compensation;
  @Autowired private Orders orders;
  @Autowired private Units units;
  @Autowired private LedgerRoute route;
  @Autowired private LedgerStore ledger;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

  @Test
  void what_a_duplicate_that_joined_writes_to_the_ledger_comes_to_nothing_also_if_it_dies_then() {
    long promotion = onSale(5);
    String id = freshOrder();
    Order first = claim(id, promotion, ClaimCode.CLAIMED);
    reserve(first);
    Order duplicate = claim(id, promotion, ClaimCode.JOINED);

    compensation.compensate(first, Reach.ANSWERED);
    route.append(duplicate.entries(Kind.GRAB, clock.instant())).join();

    comesTo(promotion, new LedgerTotals(2, 2, 0));
    await()
        .untilAsserted(
            () -> assertThat(units.pending(promotion, clock.instant(), 10).join()).isEmpty());
    assertThat(remaining(promotion)).isEqualTo(5);
  }

  @Test
  void an_attempt_that_nobody_joined_leaves_no_trace_also_if_an_earlier_one_was_joined() {
    long promotion = onSale(5);
    String id = freshOrder();
    Order joined = claim(id, promotion, ClaimCode.CLAIMED);
    claim(id, promotion, ClaimCode.JOINED);
    reserve(joined);
    compensation.compensate(joined, Reach.ANSWERED);

    Order alone = claim(id, promotion, ClaimCode.CLAIMED);
    reserve(alone);
    compensation.compensate(alone, Reach.ANSWERED);

    tryGrab(freshOrder(), promotion, 1).expect(201);
    comesTo(promotion, new LedgerTotals(2 + 1, 2, 1));
  }

  @Test
  void an_order_that_mysql_alone_knows_is_not_hidden_by_an_attempt_that_never_took_its_units() {
    long grabbed = onSale(5);
    long other = onSale(5);
    String id = freshOrder();
    tryGrab(id, grabbed, 2).expect(201);
    await().untilAsserted(() -> assertThat(ledger.itemsOf(id)).hasSize(1));
    forget(id);
    Orders.Draft draft =
        new Orders.Draft(
            id,
            List.of(new OrderItem(grabbed, 2), new OrderItem(other, 2)),
            "pat",
            "192.0.2.7",
            true);
    Order attempt = orders.claim(draft).join().order();
    orders.claim(draft).join();
    units.reserve(attempt, attempt.items().get(1), clock.instant()).join();

    compensation.compensate(attempt, Reach.ANSWERED);

    comesTo(other, new LedgerTotals(2, 2, 0));
    comesTo(grabbed, new LedgerTotals(2, 0, 2));
    assertThat(remaining(grabbed)).isEqualTo(3);
    assertThat(api().get("/api/v1/grabs/" + id, SERVICE).expect(200).at("/status").asString())
        .isEqualTo("GRABBED");
  }

  @Test
  void what_a_duplicate_has_when_another_is_refused_is_compensated_before_it_begins_again() {
    long promotion = onSale(5);
    String id = freshOrder();
    Order first = claim(id, promotion, ClaimCode.CLAIMED);
    Orders.Claim second = orders.claim(draft(id, promotion)).join();
    reserve(first);
    route.append(first.entries(Kind.GRAB, clock.instant())).join();
    await().untilAsserted(() -> assertThat(ledger.itemsOf(id)).hasSize(1));

    orders.leave(second, true);
    tryGrab(id, promotion, 2).expect(201);
    compensation.compensate(first, Reach.SENT);

    assertThat(remaining(promotion)).isEqualTo(3);
    comesTo(promotion, new LedgerTotals(4, 2, 2));
    api().get("/api/v1/grabs/" + id, SERVICE).expect(200);
  }

  @Test
  void a_grab_that_a_freed_order_left_in_the_ledger_is_cancelled_when_its_time_is_over() {
    long promotion = onSale(5);
    Order leftBehind = leftBehind(freshOrder(), promotion);

    comesTo(promotion, new LedgerTotals(2, 2, 0));
    assertThat(ledger.itemsOf(leftBehind.orderId()))
        .noneMatch(item -> item.status().equals("GRABBED"));
  }

  @Test
  void a_grab_that_an_earlier_attempt_left_behind_is_cancelled_and_the_later_one_stays() {
    long earlier = onSale(5);
    long later = onSale(5);
    String id = freshOrder();
    Order freed = freed(id, earlier);
    tryGrab(id, later, 2).expect(201);
    write(freed);

    comesTo(earlier, new LedgerTotals(2, 2, 0));
    comesTo(later, new LedgerTotals(2, 0, 2));
    assertThat(remaining(later)).isEqualTo(3);
    Reply inRedis = api().get("/api/v1/grabs/" + id, SERVICE).expect(200);
    assertThat(inRedis.at("/status").asString()).isEqualTo("GRABBED");
    forget(id);
    assertThat(api().get("/api/v1/grabs/" + id, SERVICE).expect(200).json())
        .isEqualTo(inRedis.json());
  }

  @Test
  void an_attempt_whose_record_is_gone_is_left_to_who_asks_mysql() {
    long promotion = onSale(5);
    Order order = claim(freshOrder(), promotion, ClaimCode.CLAIMED);
    reserve(order);
    forget(order.orderId());

    assertThat(compensation.compensate(order, Reach.SENT)).isEmpty();

    assertThat(remaining(promotion)).isEqualTo(3);
    assertThat(units.pending(promotion, clock.instant(), 10).join())
        .isEqualTo(order.pending(Kind.GRAB));
  }

  private Order leftBehind(String id, long promotion) {
    Order freed = freed(id, promotion);
    write(freed);
    return freed;
  }

  private Order freed(String id, long promotion) {
    Order order = claim(id, promotion, ClaimCode.CLAIMED);
    reserve(order);
    orders.refuse(order);
    units.release(order.pending(Kind.GRAB).get(0), Leave.TOMBSTONE).join();
    orders.free(order, false);
    units.settled(order.pending(Kind.GRAB)).join();
    return order;
  }

  /** Writes its grab, the time to pay for which is over. */
  private void write(Order order) {
    Instant now = clock.instant();
    Order reserved =
        new Order(
            order.orderId(),
            OrderStatus.GRABBED,
            order.attempt(),
            order.pin(),
            order.ip(),
            order.items(),
            now.minusSeconds(1),
            null);
    route.append(reserved.entries(Kind.GRAB, now)).join();
  }

  /** As a Redis that lost the order's record, and that its id is taken. */
  private void forget(String id) {
    byte[] key = bytes(namespace.key("O_{" + id + "}"));
    Duration most = ahead().plusHours(1);
    await().until(() -> cluster.call(c -> c.pttl(key)).join() < most.toMillis());
    assertThat(cluster.call(c -> c.del(key)).join()).isEqualTo(1);
    String ids = namespace.key("I_*");
    cluster.call(c -> c.keys(ids)).join().forEach(set -> cluster.call(c -> c.del(set)).join());
  }

  private Order claim(String id, long promotion, ClaimCode expected) {
    Orders.Claim claim = orders.claim(draft(id, promotion)).join();
    assertThat(claim.code()).isEqualTo(expected);
    return claim.order();
  }

  private static Orders.Draft draft(String id, long promotion) {
    return new Orders.Draft(id, List.of(new OrderItem(promotion, 2)), "pat", "192.0.2.7", true);
  }

  private void reserve(Order order) {
    units.reserve(order, order.items().get(0), clock.instant()).join();
  }

  private void comesTo(long promotion, LedgerTotals totals) {
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion)).isEqualTo(totals));
  }
}
