package dev.storefront.flashsale.units;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.common.testing.ScriptCalls;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.testing.FlashSaleTest;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

class UnitsTest extends FlashSaleTest {

  @Autowired private Units units;
  @Autowired private ParkedNotes parkedNotes;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;
  @Autowired private MeterRegistry meters;

  @AfterEach
  void goOn() {
    clock.goOn();
  }

  @Test
  void a_call_that_arrives_after_it_was_released_reserves_nothing() {
    long promotion = onSale(5);
    Order order = order(freshOrder(), 17, promotion, 2);

    assertThat(release(order)).isZero();

    assertThat(reserve(order).code()).isEqualTo(ReserveCode.FENCED);
    assertThat(remaining(promotion)).isEqualTo(5);
  }

  @Test
  void releasing_twice_releases_once() {
    long promotion = onSale(terms(5).limit("IP_AND_PIN", 2));
    Order order = order(freshOrder(), 17, promotion, 2);
    reserve(order);

    assertThat(release(order)).isEqualTo(2);
    assertThat(release(order)).isZero();

    assertThat(remaining(promotion)).isEqualTo(5);
    assertThat(reserve(order(freshOrder(), 18, promotion, 2)).code())
        .isEqualTo(ReserveCode.RESERVED);
    assertThat(reserve(order(freshOrder(), 19, promotion, 1)).code())
        .isEqualTo(ReserveCode.LIMIT_REACHED);
  }

  @Test
  void a_later_attempt_reserves_after_an_earlier_one_was_released_and_only_then() {
    long promotion = onSale(5);
    String id = freshOrder();
    Order first = order(id, 17, promotion, 2);
    Order second = order(id, 18, promotion, 3);
    reserve(first);

    assertThat(reserve(second).code()).isEqualTo(ReserveCode.HELD);
    release(first);
    assertThat(reserve(second).code()).isEqualTo(ReserveCode.RESERVED);

    assertThat(release(first)).isZero();
    assertThat(reserve(first).code()).isEqualTo(ReserveCode.FENCED);
    assertThat(remaining(promotion)).isEqualTo(2);
  }

  @Test
  void a_repeated_call_gets_the_first_answer() {
    long promotion = onSale(5);
    Order order = order(freshOrder(), 17, promotion, 2);
    ReserveAnswer first = reserve(order);
    reserve(order(freshOrder(), 18, promotion, 3));

    ReserveAnswer repeat = reserve(order);

    assertThat(repeat.code()).isEqualTo(ReserveCode.REPEATED);
    assertThat(repeat.item()).isEqualTo(first.item()).isEqualTo(new OrderItem(promotion, 2, 3));
  }

  @Test
  void who_looks_is_refused_only_where_too_few_are_left_for_certain_and_reserves_nothing() {
    clock.stand();
    long promotion = onSale(3);
    Order first = order(freshOrder(), 17, promotion, 2);
    reserve(first);
    Order late = order(freshOrder(), 0, promotion, 2);
    assertThat(units.wasSoldOut(late.items().get(0))).as("nobody was refused yet").isFalse();
    assertThat(reserve(order(freshOrder(), 18, promotion, 2)).code())
        .isEqualTo(ReserveCode.SOLD_OUT);

    assertThat(units.wasSoldOut(late.items().get(0))).isTrue();
    assertThat(look(late)).isEqualTo(ReserveCode.SOLD_OUT);
    assertThat(field(keys(promotion).record(), "c")).as("attempts").isEqualTo("3");
    assertThat(look(order(first.orderId(), 0, promotion, 2)).refusesAll()).as("known").isFalse();
    assertThat(look(order(freshOrder(), 0, promotion, 1))).isEqualTo(ReserveCode.LEFT);
    set(keys(promotion).record(), "generation", "0");
    assertThat(look(late)).as("in doubt").isEqualTo(ReserveCode.LEFT);
    assertThat(field(keys(promotion).record(), "c")).as("attempts").isEqualTo("3");
    assertThat(field(keys(promotion).record(), "b")).isEqualTo("1");

    release(first);
    assertThat(units.wasSoldOut(late.items().get(0))).isFalse();
  }

  @Test
  void many_who_look_at_once_hear_each_his_own_answer_though_few_scripts_give_them() {
    long promotion = onSale(terms(2).limit("PIN", 2).rate(202, 3_600));
    Order holder = order(freshOrder(), 17, promotion, 2);
    reserve(holder);
    assertThat(attempts(promotion)).isEqualTo(1);
    long before = scripts("lookUnits");

    List<CompletableFuture<ReserveAnswer>> looks =
        IntStream.range(0, 200)
            .mapToObj(
                i -> {
                  String id = i % 10 == 3 ? holder.orderId() : freshOrder();
                  String pin = i % 10 == 7 ? holder.pin() : "other";
                  Order order = order(id, 0, promotion, 1, pin, "192.0.2.7");
                  return units.look(order, order.items().get(0), clock.instant());
                })
            .toList();

    for (int i = 0; i < looks.size(); i++) {
      assertThat(looks.get(i).join().code())
          .as("%d", i)
          .isEqualTo(
              switch (i % 10) {
                case 3 -> ReserveCode.LEFT;
                case 7 -> ReserveCode.LIMIT_REACHED;
                default -> ReserveCode.SOLD_OUT;
              });
    }
    assertThat(attempts(promotion)).as("refused ones count, each once").isEqualTo(181);
    assertThat(scripts("lookUnits") - before).isLessThan(100);
    assertThat(IntStream.range(0, 30).mapToObj(i -> look(order(freshOrder(), 0, promotion, 1))))
        .filteredOn(code -> code == ReserveCode.RATE_LIMITED)
        .as("of 202 attempts")
        .hasSize(9);
  }

  private long attempts(long promotion) {
    return Long.parseLong(field(keys(promotion).record(), "c"));
  }

  private long scripts(String name) {
    return ScriptCalls.of(meters, "flashsale/" + name);
  }

  @Test
  void who_wants_many_units_does_not_hide_that_none_is_left() {
    clock.stand();
    long promotion = onSale(1);
    reserve(order(freshOrder(), 17, promotion, 1));
    OrderItem one = new OrderItem(promotion, 1);
    assertThat(reserve(order(freshOrder(), 18, promotion, 1)).code())
        .isEqualTo(ReserveCode.SOLD_OUT);
    assertThat(units.wasSoldOut(one)).isTrue();

    assertThat(reserve(order(freshOrder(), 19, promotion, 5)).code())
        .isEqualTo(ReserveCode.SOLD_OUT);

    assertThat(units.wasSoldOut(one)).isTrue();
  }

  @Test
  void notes_of_many_orders_are_all_forgotten_though_few_commands_do_it() {
    long promotion = onSale(200);
    List<Order> orders =
        IntStream.range(0, 200).mapToObj(i -> order(freshOrder(), 17, promotion, 1)).toList();
    CompletableFuture.allOf(
            orders.stream()
                .map(order -> units.reserve(order, order.items().get(0), clock.instant()))
                .toArray(CompletableFuture[]::new))
        .join();
    assertThat(units.pendingCount(promotion).join()).isEqualTo(200);

    CompletableFuture.allOf(
            orders.stream()
                .map(order -> units.settled(order.pending(Kind.GRAB)))
                .toArray(CompletableFuture[]::new))
        .join();

    assertThat(units.pendingCount(promotion).join()).isZero();
  }

  private ReserveCode look(Order order) {
    return units.look(order, order.items().get(0), clock.instant()).join().code();
  }

  @Test
  void a_refused_call_leaves_only_its_attempt_behind() {
    long promotion = onSale(terms(5).limit("PIN", 2));

    assertThat(reserve(order(freshOrder(), 17, promotion, 3)).code())
        .isEqualTo(ReserveCode.LIMIT_REACHED);

    assertThat(field(keys(promotion).record(), "c")).isEqualTo("1");
    nothingReserved(promotion, 5);
    assertThat(exists(keys(promotion).reservations(0))).isFalse();
  }

  @Test
  void nothing_is_reserved_in_a_record_of_an_earlier_generation_and_what_was_can_be_released() {
    long promotion = onSale(terms(5).limit("PIN", 4));
    Order before = order(freshOrder(), 17, promotion, 2);
    reserve(before);
    units.settled(before.pending(Kind.GRAB)).join();
    set(keys(promotion).record(), "generation", "0");
    Order order = order(freshOrder(), 18, promotion, 1);

    assertThat(reserve(order).code()).isEqualTo(ReserveCode.RECOVERING);
    assertThat(reserve(order).code()).isEqualTo(ReserveCode.RECOVERING);
    assertThat(field(keys(promotion).record(), "b")).isEqualTo("3");
    assertThat(remaining(promotion)).as("what the ledger has, which is nothing").isEqualTo(5);
    assertThat(reserve(before).code()).isEqualTo(ReserveCode.REPEATED);

    assertThat(release(before)).isEqualTo(2);
    nothingReserved(promotion, 5);
  }

  @Test
  void
      of_a_record_of_an_earlier_generation_nobody_is_told_that_it_is_sold_out_or_a_limit_is_reached() {
    long soldOut = onSale(2);
    long limited = onSale(terms(5).limit("PIN", 2));
    reserve(order(freshOrder(), 17, soldOut, 2));
    reserve(order(freshOrder(), 17, limited, 2));
    assertThat(reserve(order(freshOrder(), 18, soldOut, 1)).code()).isEqualTo(ReserveCode.SOLD_OUT);
    assertThat(reserve(order(freshOrder(), 18, limited, 1)).code())
        .isEqualTo(ReserveCode.LIMIT_REACHED);

    set(keys(soldOut).record(), "generation", "0");
    set(keys(limited).record(), "generation", "0");

    assertThat(reserve(order(freshOrder(), 18, soldOut, 1)).code())
        .isEqualTo(ReserveCode.RECOVERING);
    assertThat(reserve(order(freshOrder(), 18, limited, 1)).code())
        .isEqualTo(ReserveCode.RECOVERING);
  }

  @Test
  void of_a_record_of_an_earlier_generation_nobody_is_told_that_it_is_over_or_paused() {
    long ended = onSale(2);
    long paused = onSale(2);
    long stopped = onSale(2);
    set(keys(ended).record(), "endsAt", "1");
    set(keys(paused).record(), "paused", "1");
    set(keys(stopped).record(), "stopped", "1");
    assertThat(reserve(order(freshOrder(), 17, ended, 1)).code()).isEqualTo(ReserveCode.ENDED);
    assertThat(reserve(order(freshOrder(), 17, paused, 1)).code()).isEqualTo(ReserveCode.PAUSED);

    for (long promotion : List.of(ended, paused, stopped)) {
      set(keys(promotion).record(), "generation", "0");
    }

    assertThat(reserve(order(freshOrder(), 18, ended, 1)).code())
        .as("its end may have been put off")
        .isEqualTo(ReserveCode.RECOVERING);
    assertThat(reserve(order(freshOrder(), 18, paused, 1)).code())
        .as("the pause may be over")
        .isEqualTo(ReserveCode.RECOVERING);
    assertThat(reserve(order(freshOrder(), 18, stopped, 1)).code())
        .as("for good")
        .isEqualTo(ReserveCode.STOPPED);
  }

  @Test
  void nothing_is_reserved_in_a_record_that_is_being_rebuilt() {
    long promotion = onSale(terms(5).limit("PIN", 2));
    set(keys(promotion).record(), "recovering", "1");

    assertThat(reserve(order(freshOrder(), 17, promotion, 1)).code())
        .isEqualTo(ReserveCode.RECOVERING);
    assertThat(reserve(order(freshOrder(), 17, promotion, 9)).code())
        .isEqualTo(ReserveCode.RECOVERING);

    nothingReserved(promotion, 5);
  }

  @Test
  void a_cancelled_order_reserves_nothing_whatever_its_attempt() {
    long promotion = onSale(5);
    String id = freshOrder();
    Order order = order(id, 17, promotion, 2);
    reserve(order);

    assertThat(release(order, Leave.CANCELLATION)).isEqualTo(2);
    assertThat(release(order, Leave.TOMBSTONE)).isZero();

    assertThat(reserve(order).code()).isEqualTo(ReserveCode.CANCELLED);
    assertThat(reserve(order(id, 18, promotion, 1)).code()).isEqualTo(ReserveCode.CANCELLED);
    assertThat(remaining(promotion)).isEqualTo(5);
  }

  @Test
  void an_attempt_that_can_have_no_call_under_way_leaves_nothing() {
    long promotion = onSale(terms(5).limit("IP_AND_PIN", 2));
    Order order = order(freshOrder(), 17, promotion, 2);
    reserve(order);

    assertThat(release(order, Leave.NOTHING)).isEqualTo(2);
    units.settled(order.pending(Kind.GRAB)).join();

    nothingReserved(promotion, 5);
    assertThat(exists(keys(promotion).reservations(0))).isFalse();
  }

  @Test
  void compensating_a_later_attempt_leaves_the_units_of_an_earlier_one_alone() {
    long promotion = onSale(5);
    String id = freshOrder();
    reserve(order(id, 17, promotion, 2));
    Order later = order(id, 18, promotion, 2);

    assertThat(reserve(later).code()).isEqualTo(ReserveCode.HELD);
    assertThat(release(later)).isEqualTo(Units.EARLIER_HOLDS);

    assertThat(remaining(promotion)).isEqualTo(3);
    assertThat(reserve(order(id, 17, promotion, 2)).code()).isEqualTo(ReserveCode.REPEATED);
  }

  @Test
  void a_sold_out_promotion_takes_less_than_130_bytes_for_each_order() {
    int quota = 2_000;
    long promotion = onSale(terms(quota).limit("IP_AND_PIN", 1));
    List<Order> orders =
        IntStream.range(0, quota)
            .mapToObj(
                i ->
                    order(
                        UUID.randomUUID().toString(),
                        17,
                        promotion,
                        1,
                        "pin-%05d".formatted(i),
                        "10.0.%d.%d".formatted(i / 250, i % 250)))
            .toList();
    CompletableFuture.allOf(
            orders.stream()
                .map(order -> units.reserve(order, order.items().get(0), clock.instant()))
                .toArray(CompletableFuture[]::new))
        .join();
    orders.forEach(order -> units.settled(order.pending(Kind.GRAB)));
    assertThat(remaining(promotion)).isZero();

    PromotionKeys keys = keys(promotion);
    List<String> hashes =
        IntStream.range(0, PromotionKeys.spread(quota))
            .boxed()
            .flatMap(n -> Stream.of(keys.reservations(n), keys.limits(n)))
            .toList();
    assertThat(hashes).allSatisfy(hash -> assertThat(encoding(hash)).isEqualTo("listpack"));
    assertThat(hashes.stream().mapToLong(this::memory).sum() / quota).isLessThan(130);
  }

  @Test
  void the_keys_go_a_week_after_the_sales_end() {
    var terms = terms(5).limit("PIN", 2);
    long promotion = onSale(terms);
    Order order = order(freshOrder(), 17, promotion, 1);
    reserve(order);
    long goneAt = terms.endsAt().plus(Duration.ofDays(7)).toEpochMilli();

    PromotionKeys keys = keys(promotion);
    for (String key :
        List.of(keys.record(), keys.reservations(0), keys.limits(0), keys.pending())) {
      assertThat(goneAt(key)).isEqualTo(goneAt);
    }
    units.settled(order.pending(Kind.GRAB)).join();
    units.note(order.pending(Kind.CANCEL), clock.instant()).join();
    assertThat(goneAt(keys.pending())).isEqualTo(goneAt);
  }

  @Test
  void what_is_noted_of_a_promotion_that_is_gone_goes_too() {
    Order order = order(freshOrder(), 17, freshId(), 1);
    Instant now = clock.instant();

    units.note(order.pending(Kind.CANCEL), now).join();

    String pending = PromotionKeys.of(order.items().get(0).promotionId(), namespace).pending();
    assertThat(goneAt(pending)).isEqualTo(now.plus(Duration.ofDays(7)).toEpochMilli());
  }

  @Test
  void what_is_reserved_is_pending_until_it_is_settled() {
    long promotion = onSale(5);
    Order order = order(freshOrder(), 17, promotion, 1);
    reserve(order);
    List<PendingEntry> expected = order.pending(Kind.GRAB);

    assertThat(units.pending(promotion, clock.instant(), 10).join()).isEqualTo(expected);
    assertThat(units.pending(promotion, clock.instant().minusSeconds(60), 10).join()).isEmpty();
    units.settled(expected).join();
    assertThat(units.pending(promotion, clock.instant(), 10).join()).isEmpty();
  }

  @Test
  void a_note_that_is_old_enough_is_put_aside_once_and_the_latest_of_them_are_kept() {
    long promotion = freshId();
    // Ahead of the clock, or the sweep may settle the first before the last is noted.
    Instant noted = clock.instant().plus(Duration.ofHours(1));
    List<PendingEntry> entries =
        IntStream.range(0, 1_002)
            .mapToObj(i -> order("a-" + i, 17, promotion, 1).pending(Kind.GRAB).get(0))
            .toList();
    for (int i = 0; i < entries.size(); i++) {
      units.note(List.of(entries.get(i)), noted.plusMillis(i)).join();
    }
    List<PendingNote> notes = units.notes(promotion, noted.plusSeconds(60), 2_000).join();
    assertThat(notes).hasSize(1_002);

    assertThat(parkedNotes.park(notes.get(0), noted.minusMillis(1)).join())
        .isEqualTo(ParkCode.TOO_YOUNG);
    assertThat(units.pendingCount(promotion).join()).isEqualTo(1_002);
    assertThat(notes)
        .allMatch(note -> parkedNotes.park(note, noted.plusSeconds(60)).join() == ParkCode.PARKED)
        .allMatch(note -> parkedNotes.park(note, noted.plusSeconds(60)).join() == ParkCode.GONE);

    assertThat(units.pendingCount(promotion).join()).isZero();
    String parked = keys(promotion).parked();
    List<byte[]> kept = cluster.call(c -> c.zrange(bytes(parked), 0, -1)).join();
    assertThat(kept).hasSize(1_000);
    assertThat(kept.get(0)).isEqualTo(bytes(entries.get(2).encode()));
    assertThat(goneAt(parked)).isGreaterThan(noted.plus(Duration.ofDays(6)).toEpochMilli());
  }

  private ReserveAnswer reserve(Order order) {
    return units.reserve(order, order.items().get(0), clock.instant()).join();
  }

  private long release(Order order) {
    return release(order, Leave.TOMBSTONE);
  }

  private long release(Order order, Leave leave) {
    return units.release(order.pending(Kind.GRAB).get(0), leave).join();
  }

  /** Of a small promotion, all of whose reservations and limits lie in one hash each. */
  private void nothingReserved(long promotion, int quota) {
    PromotionKeys keys = keys(promotion);
    assertThat(field(keys.record(), "o")).isEqualTo(Integer.toString(quota));
    assertThat(field(keys.record(), "b")).isEqualTo(Integer.toString(quota));
    assertThat(exists(keys.limits(0))).isFalse();
    assertThat(exists(keys.pending())).isFalse();
  }

  private static Order order(String id, long attempt, long promotion, int quantity) {
    return order(id, attempt, promotion, quantity, "pat", "192.0.2.7");
  }

  private static Order order(
      String id, long attempt, long promotion, int quantity, String pin, String ip) {
    return new Order(
        id,
        OrderStatus.CLAIMED,
        attempt,
        pin,
        ip,
        List.of(new OrderItem(promotion, quantity)),
        null,
        null);
  }

  private PromotionKeys keys(long promotion) {
    return PromotionKeys.of(promotion, namespace);
  }

  private String field(String key, String field) {
    return new String(
        cluster.call(c -> c.hget(bytes(key), bytes(field))).join(), StandardCharsets.UTF_8);
  }

  private void set(String key, String field, String value) {
    cluster.call(c -> c.hset(bytes(key), bytes(field), bytes(value))).join();
  }

  private long goneAt(String key) {
    return cluster.call(c -> c.pexpiretime(bytes(key))).join();
  }

  private boolean exists(String key) {
    return cluster.call(c -> c.exists(bytes(key))).join() == 1;
  }

  private String encoding(String key) {
    return cluster.call(c -> c.objectEncoding(bytes(key))).join();
  }

  private long memory(String key) {
    return cluster.call(c -> c.memoryUsage(bytes(key))).join();
  }
}
