package dev.storefront.flashsale.units;

import static org.assertj.core.api.Assertions.assertThat;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.common.redis.RedisClusterAccess;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.order.Order;
import dev.storefront.flashsale.order.OrderItem;
import dev.storefront.flashsale.order.OrderStatus;
import dev.storefront.flashsale.order.PendingEntry;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import dev.storefront.flashsale.promotion.Promotions;
import dev.storefront.flashsale.testing.FlashSaleTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/**
 * Orders hold units for their addresses and release them in every order of steps, each repeated and
 * late; after each the addresses hold what a plain model says.
 */
class AddressHoldsModelTest extends FlashSaleTest {

  private static final int STEPS = 250;
  private static final int ADDRESSES = 3;
  private static final int MOST = 4;

  @Autowired private AddressHolds holds;
  @Autowired private Units units;
  @Autowired private Promotions promotions;
  @Autowired private RedisClusterAccess cluster;
  @Autowired private Namespace namespace;

  private final List<Order> attempts = new ArrayList<>();
  private final Map<String, Reservation> reservations = new HashMap<>();
  private long promotion;
  private Buckets buckets;

  /** The latest thing that was said of an order. */
  private record Reservation(Order attempt, char state, int quantity) {}

  @AfterEach
  void goOn() {
    clock.goOn();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void no_order_of_steps_loses_a_count_or_lets_an_address_have_more(long seed) {
    Random chance = new Random(seed);
    promotion = onSale(terms(1_000).limits(MOST, 1_000).buckets(3));
    // Or the sweeper settles what is held here.
    clock.stand();
    buckets = promotions.bucketsOf(promotion).join().orElseThrow();
    for (int step = 0; step < STEPS; step++) {
      switch (chance.nextInt(6)) {
        case 0, 1 -> hold(begin(chance));
        case 2 -> hold(any(chance));
        case 3, 4 -> release(any(chance), Leave.TOMBSTONE);
        default -> release(any(chance), Leave.CANCELLATION);
      }
      agrees(seed, step);
    }
    attempts.forEach(order -> release(order, Leave.TOMBSTONE));
    agrees(seed, STEPS);
    for (int address = 0; address < ADDRESSES; address++) {
      assertThat(heldInRedis(ip(address))).as("seed %d", seed).isZero();
    }
  }

  @Test
  void an_address_that_has_its_maximum_reserves_no_units_not_even_for_a_moment() {
    promotion = onSale(terms(100).limits(2, 100).buckets(8));
    clock.stand();
    Order first = order(2, "al");
    assertThat(reserve(first).code()).isEqualTo(ReserveCode.RESERVED);

    for (int i = 0; i < 16; i++) {
      ReserveAnswer refused = reserve(order(1, "other" + i));
      assertThat(refused.code()).isEqualTo(ReserveCode.LIMIT_REACHED);
      assertThat(refused.mayHold()).as("it has to release units").isFalse();
    }

    assertThat(remaining(promotion)).isEqualTo(98);
    assertThat(reserve(first).code()).as("its own hold").isEqualTo(ReserveCode.REPEATED);
    api().post("/api/v1/promotions/" + promotion + "/stop", OPERATOR, null).expect(200);
    assertThat(reserve(order(1, "late")).code())
        .as("the sale's end")
        .isEqualTo(ReserveCode.STOPPED);
  }

  @Test
  void an_order_under_way_is_pending_once_though_it_is_noted_for_its_address_too() {
    promotion = onSale(terms(100).limits(50, 50).buckets(8));
    clock.stand();
    buckets = promotions.bucketsOf(promotion).join().orElseThrow();
    String account =
        Stream.iterate(0, i -> i + 1)
            .map(i -> "al" + i)
            .filter(pin -> buckets.placeOf(pin) != buckets.placeOf(ip(0)))
            .findFirst()
            .orElseThrow();

    reserve(order(1, account));
    assertThat(pending()).isEqualTo(1);
    reserve(order(1, account));
    assertThat(pending()).isEqualTo(2);
  }

  private int pending() {
    return books(promotion).at("/pending").asInt();
  }

  /** From the first address. */
  private Order order(int quantity, String pin) {
    return new Order(
        freshOrder(),
        OrderStatus.CLAIMED,
        17,
        pin,
        ip(0),
        List.of(new OrderItem(promotion, quantity)),
        null,
        null);
  }

  private ReserveAnswer reserve(Order order) {
    return units.reserve(order, order.items().get(0), clock.instant()).join();
  }

  /** An order, or a later attempt of one. */
  private Order begin(Random chance) {
    boolean again = !attempts.isEmpty() && chance.nextInt(3) == 0;
    Order before = again ? any(chance) : null;
    Order order =
        new Order(
            before == null ? freshOrder() : before.orderId(),
            OrderStatus.CLAIMED,
            100 + attempts.size(),
            before == null ? "pin" + chance.nextInt(5) : before.pin(),
            before == null ? ip(chance.nextInt(ADDRESSES)) : before.ip(),
            List.of(new OrderItem(promotion, 1 + chance.nextInt(2))),
            null,
            null);
    attempts.add(order);
    return order;
  }

  private Order any(Random chance) {
    return attempts.isEmpty() ? begin(chance) : attempts.get(chance.nextInt(attempts.size()));
  }

  private void hold(Order order) {
    OrderItem item = order.items().get(0);
    ReserveAnswer reserved = ReserveAnswer.refused(item, ReserveCode.RESERVED, Duration.ZERO);
    ReserveRequest request = new ReserveRequest(order, item, clock.instant(), buckets, false);
    ReserveCode expected = expected(order);
    boolean full = expected == ReserveCode.LIMIT_REACHED;
    assertThat(holds.isFull(request).join()).as("looked at first").isEqualTo(full);
    ReserveAnswer answer = holds.hold(request, reserved).join();
    if (expected == ReserveCode.RESERVED) {
      reservations.put(order.orderId(), new Reservation(order, 'T', item.quantity()));
    }
    boolean held = expected.holds();
    assertThat(answer.code()).isEqualTo(held ? ReserveCode.RESERVED : expected);
    assertThat(answer.mayHold()).as("its units were reserved").isTrue();
  }

  private ReserveCode expected(Order order) {
    Reservation reservation = reservations.get(order.orderId());
    if (reservation != null && reservation.state() == 'C') {
      return ReserveCode.CANCELLED;
    }
    if (reservation != null && reservation.attempt().attempt() > order.attempt()) {
      return ReserveCode.FENCED;
    }
    if (reservation != null && reservation.attempt().attempt() == order.attempt()) {
      return reservation.state() == 'R' ? ReserveCode.FENCED : ReserveCode.REPEATED;
    }
    if (reservation != null && reservation.state() == 'T') {
      return ReserveCode.HELD;
    }
    int quantity = order.items().get(0).quantity();
    return held(order.ip()) + quantity > MOST ? ReserveCode.LIMIT_REACHED : ReserveCode.RESERVED;
  }

  private void release(Order order, Leave leave) {
    PendingEntry entry = order.pending(Kind.CANCEL).get(0);
    units.release(entry, leave).join();
    Reservation reservation = reservations.get(order.orderId());
    boolean anothers =
        reservation != null
            && (reservation.state() == 'C'
                || reservation.attempt().attempt() > order.attempt()
                || (reservation.state() == 'T'
                    && reservation.attempt().attempt() < order.attempt()));
    if (!anothers) {
      reservations.put(order.orderId(), new Reservation(order, leave.state().charAt(0), 0));
    }
  }

  private int held(String ip) {
    return reservations.values().stream()
        .filter(reservation -> reservation.state() == 'T' && reservation.attempt().ip().equals(ip))
        .mapToInt(Reservation::quantity)
        .sum();
  }

  private void agrees(long seed, int step) {
    for (int address = 0; address < ADDRESSES; address++) {
      String ip = ip(address);
      assertThat(heldInRedis(ip)).as("%s, seed %d, step %d", ip, seed, step).isEqualTo(held(ip));
      assertThat(held(ip)).isLessThanOrEqualTo(MOST);
    }
  }

  private int heldInRedis(String ip) {
    PromotionKeys keys = PromotionKeys.of(promotion, buckets.placeOf(ip), namespace);
    String holder = PromotionKeys.ip(ip);
    byte[] limits = bytes(keys.limits(holder, buckets.largestShare()));
    byte[] held = cluster.call(c -> c.hget(limits, bytes(holder))).join();
    return held == null ? 0 : Integer.parseInt(new String(held, StandardCharsets.UTF_8));
  }

  private static String ip(int address) {
    return "192.0.2." + (1 + address);
  }
}
