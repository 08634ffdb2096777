package dev.storefront.flashsale.release;

import static dev.storefront.flashsale.testing.Terms.grab;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.flashsale.ledger.Ledger;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.CancelReason;
import dev.storefront.flashsale.order.ClaimCode;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.units.Units;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** What a crash leaves behind, made step by step with the parts that a request is made of. */
class PendingSweepTest extends FlashSaleTest {

  private static final Duration LONG_AFTER = Duration.ofSeconds(16);

  @Autowired private Orders orders;
  @Autowired private Units units;
  @Autowired private Ledger ledger;

  @Test
  void units_taken_by_a_grab_that_died_before_the_ledger_come_back() {
    long promotion = onSale(terms(5).limit("PIN", 2));
    Order order = claimed(promotion);
    take(order);
    assertThat(remaining(promotion)).isEqualTo(3);

    clock.push(LONG_AFTER);

    settled(promotion, 5);
    api().get("/api/v1/grabs/" + order.orderId(), SERVICE).expect(404, "order-not-found");
    api()
        .post("/api/v1/grabs", SERVICE, grab(order.orderId(), promotion, 2, "pat", "192.0.2.7"))
        .expect(201);
  }

  @Test
  void a_grab_that_died_between_ledger_and_order_nets_to_nothing_in_the_ledger() {
    long promotion = onSale(5);
    Order order = claimed(promotion);
    take(order);
    ledger.append(order.entries(Kind.GRAB, clock.instant())).join();

    clock.push(LONG_AFTER);

    settled(promotion, 5);
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).cancelled()).isEqualTo(2));
    assertThat(ledger.totalsOf(promotion).grabbed()).isEqualTo(2);
  }

  @Test
  void a_grab_that_is_slow_finds_out_that_it_was_given_up() {
    long promotion = onSale(5);
    Order order = claimed(promotion);
    take(order);
    clock.push(LONG_AFTER);
    settled(promotion, 5);

    Orders.Move late =
        orders.confirm(
            order, order.items(), clock.instant(), clock.instant().plus(Duration.ofDays(1)));

    assertThat(late.moved()).isFalse();
    take(order);
    assertThat(remaining(promotion)).isEqualTo(5);
  }

  @Test
  void a_grab_that_succeeded_keeps_its_units_whatever_was_left_noted() {
    long promotion = onSale(5);
    Order order = grabbed(promotion);
    units.note(order.pending(Kind.GRAB), clock.instant()).join();
    units.note(order.pending(Kind.CANCEL), clock.instant()).join();

    clock.push(LONG_AFTER);

    settled(promotion, 3);
    api().get("/api/v1/grabs/" + order.orderId(), SERVICE).expect(200);
  }

  @Test
  void a_cancellation_that_died_after_its_decision_is_carried_out() {
    long promotion = onSale(5);
    Order order = grabbed(promotion);
    units.note(order.pending(Kind.CANCEL), clock.instant()).join();
    orders.cancel(order.orderId(), Set.of(OrderStatus.GRABBED), CancelReason.OUT_OF_STOCK);

    clock.push(LONG_AFTER);

    settled(promotion, 5);
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).cancelled()).isEqualTo(2));
    assertThat(ledger.itemsOf(order.orderId()).get(0).reason()).isEqualTo("OUT_OF_STOCK");
  }

  @Test
  void a_payment_that_died_after_its_decision_reaches_the_ledger() {
    long promotion = onSale(5);
    Order order = grabbed(promotion);
    units.note(order.pending(Kind.PAY), clock.instant()).join();
    orders.pay(order.orderId());

    clock.push(LONG_AFTER);

    settled(promotion, 3);
    await()
        .untilAsserted(
            () -> assertThat(ledger.itemsOf(order.orderId()).get(0).status()).isEqualTo("PAID"));
  }

  private Order claimed(long promotion) {
    Orders.Claim claim =
        orders.claim(
            new Orders.Draft(
                freshOrder(), List.of(new OrderItem(promotion, 2)), "pat", "192.0.2.7", true));
    assertThat(claim.code()).isEqualTo(ClaimCode.CLAIMED);
    return claim.order();
  }

  private Order grabbed(long promotion) {
    String order = freshOrder();
    api().post("/api/v1/grabs", SERVICE, grab(order, promotion, 2, "pat", "192.0.2.7")).expect(201);
    return orders.find(order).orElseThrow();
  }

  private void take(Order order) {
    units.take(order, order.items().get(0), clock.instant()).join();
  }

  private void settled(long promotion, int remaining) {
    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(
            () -> {
              assertThat(units.pending(promotion, clock.instant(), 10).join()).isEmpty();
              assertThat(remaining(promotion)).isEqualTo(remaining);
            });
  }
}
