package dev.storefront.flashsale.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.Reply;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerRoute;
import dev.storefront.flashsale.ledger.LedgerStore;
import dev.storefront.flashsale.order.CancelReason;
import dev.storefront.flashsale.order.ClaimCode;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.Orders;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.sweep.SweepLease;
import dev.storefront.flashsale.testing.Consumers;
import dev.storefront.flashsale.testing.FlashSaleTest;
import dev.storefront.flashsale.units.Leave;
import dev.storefront.flashsale.units.Units;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;

/** What a crash leaves behind, made step by step with the parts that a request is made of. */
@ExtendWith(OutputCaptureExtension.class)
class PendingSweepTest extends FlashSaleTest {

  private static final Duration LONG_AFTER = Duration.ofSeconds(16);
  private static final Map<String, String> USER = Map.of("reason", "USER");
  private static final String ELSEWHERE = "198.51.100.23";
  private static final String NET = "2001:db8:";

  @Autowired private Orders orders;
  @Autowired private Units units;
  @Autowired private LedgerRoute route;
  @Autowired private LedgerStore ledger;
  @Autowired private PendingSweep sweep;
  @Autowired private SweepLease lease;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private KafkaListenerEndpointRegistry listeners;
  @Autowired private MeterRegistry meters;

  @AfterEach
  void goOn() {
    clock.goOn();
    Consumers.resume(listeners);
  }

  @Test
  void units_reserved_by_a_grab_that_died_before_the_ledger_are_released() {
    long promotion = onSale(terms(5).limit("PIN", 2));
    Order order = claimed(promotion);
    reserve(order);
    assertThat(remaining(promotion)).isEqualTo(3);

    clock.push(LONG_AFTER);

    settled(promotion, 5);
    api().get("/api/v1/grabs/" + order.orderId(), SERVICE).expect(404, "order-not-found");
    tryGrab(order.orderId(), promotion, 2).expect(201);
  }

  @Test
  void what_an_address_holds_of_a_hot_promotion_comes_back_wherever_its_grab_died() {
    long promotion = onSale(terms(50).limits(2, 2).buckets(5));
    reserve(claimed(promotion));
    tryGrab(freshOrder(), promotion, 2, "kim").expect(409, "limit-reached");

    clock.push(LONG_AFTER);

    settled(promotion, 50);
    tryGrab(freshOrder(), promotion, 2, "kim").expect(201);
    settled(promotion, 48);
  }

  @Test
  void a_grab_that_died_between_ledger_and_order_nets_to_nothing_in_the_ledger() {
    long promotion = onSale(5);
    Order order = claimed(promotion);
    reserve(order);
    route.append(order.entries(Kind.GRAB, clock.instant())).join();

    clock.push(LONG_AFTER);

    settled(promotion, 5);
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).cancelled()).isEqualTo(2));
    assertThat(ledger.totalsOf(promotion).grabbed()).isEqualTo(2);
  }

  @Test
  void a_grab_that_is_slow_finds_out_that_it_was_given_up() {
    long promotion = onSale(5);
    Order order = claimed(promotion);
    reserve(order);
    clock.push(LONG_AFTER);
    settled(promotion, 5);

    Orders.Move late =
        orders
            .confirm(
                order, order.items(), clock.instant(), clock.instant().plus(Duration.ofDays(1)))
            .join();

    assertThat(late.moved()).isFalse();
    reserve(order);
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
    orders.cancel(order, Set.of(OrderStatus.GRABBED), CancelReason.OUT_OF_STOCK);

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
    orders.pay(order);

    clock.push(LONG_AFTER);

    settled(promotion, 3);
    await()
        .untilAsserted(
            () -> assertThat(ledger.itemsOf(order.orderId()).get(0).status()).isEqualTo("PAID"));
  }

  @Test
  void without_a_record_an_attempt_that_mysql_does_not_know_comes_to_nothing() {
    long promotion = onSale(terms(5).limit("PIN", 2));
    Order order = claimed(promotion);
    reserve(order);
    forget(order);

    clock.push(LONG_AFTER);

    settled(promotion, 5);
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).cancelled()).isEqualTo(2));
    route.append(order.entries(Kind.GRAB, clock.instant())).join();
    tryGrab(order).expect(201);
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).taken()).isEqualTo(2));
  }

  @Test
  void without_a_record_an_attempt_that_mysql_has_keeps_its_units_and_its_order_the_first_answer() {
    long promotion = onSale(5);
    Order order = grabbed(promotion);
    units.note(order.pending(Kind.GRAB), clock.instant()).join();
    forget(order);

    clock.push(LONG_AFTER);

    settled(promotion, 3);
    assertThat(tryGrab(order).expect(200).at("/items/0/remaining").asInt()).isEqualTo(3);
    assertThat(ledger.totalsOf(promotion).cancelled()).isZero();
  }

  @Test
  void a_cancellation_that_mysql_decided_and_that_died_then_is_carried_out() {
    long promotion = onSale(5);
    Order order = grabbed(promotion);
    forget(order);
    units.note(order.pending(Kind.CANCEL), clock.instant()).join();
    orders.cancel(order, Set.of(OrderStatus.GRABBED), CancelReason.OUT_OF_STOCK);
    assertThat(remaining(promotion)).isEqualTo(3);

    clock.push(LONG_AFTER);

    settled(promotion, 5);
    tryGrab(order).expect(409, "order-conflict");
  }

  @Test
  void an_attempt_whose_units_came_back_is_over_though_its_record_is_gone_and_mysql_has_its_grab() {
    long promotion = onSale(terms(5).limit("PIN", 2));
    Order order = claimed(promotion);
    reserve(order);
    orders.refuse(order);
    units.release(order.pending(Kind.GRAB).get(0), Leave.TOMBSTONE).join();
    orders.free(order, false);
    route.append(order.entries(Kind.GRAB, clock.instant())).join();
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).taken()).isEqualTo(2));
    forget(order);

    api().get("/api/v1/grabs/" + order.orderId(), SERVICE).expect(404, "order-not-found");
    api()
        .post("/api/v1/grabs/" + order.orderId() + "/pay", SERVICE, null)
        .expect(404, "order-not-found");
    clock.push(LONG_AFTER);

    settled(promotion, 5);
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).taken()).isZero());
    api().get("/api/v1/grabs/" + order.orderId(), SERVICE).expect(404, "order-not-found");
    tryGrab(order).expect(201);
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).taken()).isEqualTo(2));
  }

  @Test
  void a_cancellation_whose_units_came_back_is_carried_out_though_its_record_is_gone() {
    long promotion = onSale(5);
    Order order = grabbed(promotion);
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).taken()).isEqualTo(2));
    PendingEntry note = order.cancelled(CancelReason.OUT_OF_STOCK).pending(Kind.CANCEL).get(0);
    units.note(List.of(note), clock.instant()).join();
    orders.cancel(order, Set.of(OrderStatus.GRABBED), CancelReason.OUT_OF_STOCK);
    units.release(note, Leave.CANCELLATION).join();
    forget(order);

    api()
        .post("/api/v1/grabs/" + order.orderId() + "/pay", SERVICE, null)
        .expect(409, "grab-released");
    clock.push(LONG_AFTER);

    settled(promotion, 5);
    await()
        .untilAsserted(
            () ->
                assertThat(ledger.itemsOf(order.orderId()).get(0).reason())
                    .isEqualTo("OUT_OF_STOCK"));
  }

  @Test
  void what_cannot_be_settled_now_holds_up_nothing_else() {
    long promotion = onSale(10);
    Order old = grabbed(promotion);
    units.note(old.pending(Kind.PAY), clock.instant()).join();
    await().untilAsserted(() -> assertThat(ledger.totalsOf(promotion).taken()).isEqualTo(2));
    forget(old);
    Consumers.pause(listeners);
    grabbed(promotion);
    Order refused = claimed(promotion);
    reserve(refused);
    orders.refuse(refused);

    clock.push(LONG_AFTER);
    await()
        .untilAsserted(
            () ->
                assertThat(units.pending(promotion, clock.instant(), 10).join())
                    .isEqualTo(old.pending(Kind.PAY)));
    assertThat(remaining(promotion)).isEqualTo(6);
    api().post("/api/v1/grabs/" + old.orderId() + "/cancel", SERVICE, USER).expect(503);

    Consumers.resume(listeners);
    // What was noted of the cancellation that nobody could decide waits as long as any note.
    clock.push(LONG_AFTER);
    settled(promotion, 6);
    api().get("/api/v1/grabs/" + old.orderId(), SERVICE).expect(200);
  }

  @Test
  void more_notes_than_a_page_that_nobody_can_read_hold_up_no_other_and_are_put_aside(
      CapturedOutput output) {
    long promotion = onSale(5);
    String unreadable = freshOrder();
    note(promotion, unreadable + "-%d|1|REFUND|2|" + ELSEWHERE + "|pat", 250);
    reserve(claimed(promotion));
    double before = count("parked");

    clock.push(LONG_AFTER);

    await()
        .untilAsserted(
            () -> {
              assertThat(remaining(promotion)).isEqualTo(5);
              assertThat(units.pendingCount(promotion).join()).isEqualTo(250);
            });
    assertThat(count("parked")).isEqualTo(before);

    clock.push(Duration.ofMinutes(1));

    await().untilAsserted(() -> assertThat(count("parked")).isEqualTo(before + 250));
    assertThat(units.pendingCount(promotion).join()).isZero();
    assertThat(parked(promotion)).isEqualTo(250);
    assertThat(output)
        .contains(unreadable + "-248")
        .contains("\"250 entries of promotion " + promotion)
        .doesNotContain("\"0 entries of promotion " + promotion)
        .doesNotContain(ELSEWHERE);
  }

  @Test
  void one_look_settles_all_that_an_outage_left_of_a_promotion() {
    long promotion = onSale(5);
    Order order = grabbed(promotion);
    await().until(lease::isMine);
    note(
        promotion,
        "%s|%d|GRAB|2|%s:%%d|pat".formatted(order.orderId(), order.attempt(), NET),
        1_000);

    int looks = 0;
    while (units.pendingCount(promotion).join() > 0 && looks < 10) {
      sweep.sweep();
      looks++;
    }

    assertThat(looks).as("looks, and the service's own beside them").isLessThanOrEqualTo(2);
    assertThat(remaining(promotion)).isEqualTo(3);
  }

  @Test
  void what_is_old_already_when_it_first_fails_is_not_put_aside_for_that() {
    long promotion = onSale(5);
    Order order = grabbed(promotion);
    orders.pay(order);
    setStatus(order, "LENT");
    double failures = count("unsettled");
    double before = count("parked");
    clock.stand();
    units.note(order.pending(Kind.PAY), clock.instant().minus(Duration.ofMinutes(10))).join();

    await().until(() -> count("unsettled") >= failures + 2);
    clock.push(Duration.ofSeconds(30));
    await().until(() -> count("unsettled") >= failures + 4);
    assertThat(units.pendingCount(promotion).join()).isEqualTo(1);

    setStatus(order, "PAID");
    clock.goOn();
    settled(promotion, 3);
    assertThat(count("parked")).isEqualTo(before);
    await()
        .untilAsserted(
            () -> assertThat(ledger.itemsOf(order.orderId()).get(0).status()).isEqualTo("PAID"));
  }

  @Test
  void a_note_that_is_not_written_as_this_version_would_is_settled_and_gone() {
    long promotion = onSale(5);
    Order order = grabbed(promotion);
    orders.pay(order);
    String note = order.pending(Kind.PAY).get(0).encode().replace("|2|", "|02|");
    byte[] member = Arrays.copyOf(note.getBytes(StandardCharsets.UTF_8), note.length() + 1);
    member[note.length()] = -1;
    byte[] pending = key("C_{" + promotion + "}_1:pending");
    double noted = clock.instant().minusSeconds(20).toEpochMilli();
    cluster.call(c -> c.zadd(pending, noted, member)).join();
    double before = count("parked");

    settled(promotion, 3);

    assertThat(units.pendingCount(promotion).join()).isZero();
    assertThat(count("parked")).isEqualTo(before);
    await()
        .untilAsserted(
            () -> assertThat(ledger.itemsOf(order.orderId()).get(0).status()).isEqualTo("PAID"));
  }

  private void setStatus(Order order, String status) {
    byte[] record = key("O_{" + order.orderId() + "}");
    byte[] field = "status".getBytes(StandardCharsets.UTF_8);
    cluster.call(c -> c.hset(record, field, status.getBytes(StandardCharsets.UTF_8))).join();
  }

  @Test
  void what_can_never_be_settled_holds_up_nothing_else_is_counted_and_put_aside(
      CapturedOutput output) {
    long promotion = onSale(5);
    Order broken = grabbed(promotion, ELSEWHERE);
    units.note(broken.pending(Kind.PAY), clock.instant()).join();
    setStatus(broken, "LENT");
    reserve(claimed(promotion));
    double before = count("unsettled");

    clock.push(LONG_AFTER);

    await()
        .untilAsserted(
            () -> {
              assertThat(units.pending(promotion, clock.instant(), 10).join())
                  .isEqualTo(broken.pending(Kind.PAY));
              assertThat(count("unsettled")).isGreaterThan(before);
            });
    assertThat(remaining(promotion)).isEqualTo(3);

    clock.push(Duration.ofMinutes(1));

    settled(promotion, 3);
    assertThat(parked(promotion)).isEqualTo(1);
    assertThat(output).contains(broken.orderId()).doesNotContain(ELSEWHERE);
    forget(broken);
  }

  /** As they were written 20 s ago, each with its number in it. */
  private void note(long promotion, String format, int count) {
    byte[] pending = key("C_{" + promotion + "}_1:pending");
    double noted = clock.instant().minusSeconds(20).toEpochMilli();
    for (int i = 0; i < count; i++) {
      String note = format.formatted(i);
      cluster.call(c -> c.zadd(pending, noted, note.getBytes(StandardCharsets.UTF_8))).join();
    }
  }

  private long parked(long promotion) {
    byte[] parked = key("C_{" + promotion + "}_1:parked");
    assertThat(cluster.call(c -> c.pexpiretime(parked)).join())
        .isGreaterThan(clock.instant().toEpochMilli());
    return cluster.call(c -> c.zcard(parked)).join();
  }

  private double count(String what) {
    return meters.get("storefront.flashsale.pending." + what).counter().count();
  }

  private byte[] key(String name) {
    return bytes(namespace.key(name));
  }

  private Reply tryGrab(Order order) {
    return tryGrab(order.orderId(), order.items().get(0).promotionId(), 2);
  }

  private void forget(Order order) {
    byte[] key = key("O_{" + order.orderId() + "}");
    assertThat(cluster.call(c -> c.del(key)).join()).isEqualTo(1);
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
    return grabbed(promotion, "192.0.2.7");
  }

  private Order grabbed(long promotion, String ip) {
    String order = freshOrder();
    tryGrab(order, promotion, 2, "pat", ip).expect(201);
    return orders.find(order).orElseThrow();
  }

  private void reserve(Order order) {
    units.reserve(order, order.items().get(0), clock.instant()).join();
  }

  private void settled(long promotion, int remaining) {
    await()
        .untilAsserted(
            () -> {
              assertThat(units.pending(promotion, clock.instant(), 10).join()).isEmpty();
              assertThat(remaining(promotion)).isEqualTo(remaining);
            });
  }
}
