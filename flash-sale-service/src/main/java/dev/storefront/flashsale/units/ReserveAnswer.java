package dev.storefront.flashsale.units;

import dev.storefront.flashsale.order.OrderItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The answer to an attempt to reserve units.
 *
 * @param item what was asked for, with what remains if it was reserved
 * @param paymentTimeout how long the promotion lets an order go unpaid
 * @param keepUntil how long the promotion's orders are kept
 * @param leavesUnits true if it is refused but the order's units were reserved: they have to be
 *     released
 * @param nextWindow if the rate was exceeded, how long until attempts count anew, else zero
 */
public record ReserveAnswer(
    ReserveCode code,
    OrderItem item,
    Duration paymentTimeout,
    Instant keepUntil,
    boolean leavesUnits,
    Duration nextWindow) {

  static ReserveAnswer refused(OrderItem item, ReserveCode code, Duration nextWindow) {
    return new ReserveAnswer(code, item, Duration.ZERO, Instant.EPOCH, false, nextWindow);
  }

  /** The same, with another answer. What it has reserved has to be released. */
  ReserveAnswer refusedWith(ReserveCode other) {
    return new ReserveAnswer(
        other,
        new OrderItem(item.promotionId(), item.quantity()),
        paymentTimeout,
        keepUntil,
        mayHold(),
        Duration.ZERO);
  }

  /** True if the attempt holds units now, whether or not it has all that it needs. */
  public boolean mayHold() {
    return code.holds() || leavesUnits;
  }

  /**
   * @param reply of {@code reserveUnits.lua}, which gave this code
   */
  static ReserveAnswer of(OrderItem item, ReserveCode code, List<Object> reply) {
    long number = (Long) reply.get(1);
    return new ReserveAnswer(
        code,
        code.holds()
            ? new OrderItem(item.promotionId(), item.quantity(), Math.toIntExact(number))
            : item,
        Duration.ofMillis((Long) reply.get(2)),
        Instant.ofEpochMilli((Long) reply.get(3)),
        false,
        code == ReserveCode.RATE_LIMITED ? Duration.ofMillis(number) : Duration.ZERO);
  }
}
