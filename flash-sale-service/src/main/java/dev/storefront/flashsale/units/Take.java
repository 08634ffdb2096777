package dev.storefront.flashsale.units;

import dev.storefront.flashsale.order.OrderItem;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The answer to an attempt to take units.
 *
 * @param item what was asked for, with what remains if it was taken
 * @param paymentTimeout how long the promotion lets an order go unpaid
 * @param keepUntil how long the promotion's orders are kept
 * @param leavesUnits true if it is refused but the order's units were taken: they have to be released
 * @param nextWindow if the rate was exceeded, how long until attempts count anew, else zero
 */
public record Take(
    TakeCode code,
    OrderItem item,
    Duration paymentTimeout,
    Instant keepUntil,
    boolean leavesUnits,
    Duration nextWindow) {

  static Take refused(OrderItem item, TakeCode code, Duration nextWindow) {
    return new Take(code, item, Duration.ZERO, Instant.EPOCH, false, nextWindow);
  }

  /** The same, with another answer. What it has taken has to be released. */
  Take refusedWith(TakeCode other) {
    return new Take(
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
   * @param reply of {@code takeUnits.lua}, which gave this code
   */
  static Take of(OrderItem item, TakeCode code, List<Object> reply) {
    long number = (Long) reply.get(1);
    return new Take(
        code,
        code.holds()
            ? new OrderItem(item.promotionId(), item.quantity(), Math.toIntExact(number))
            : item,
        Duration.ofMillis((Long) reply.get(2)),
        Instant.ofEpochMilli((Long) reply.get(3)),
        false,
        code == TakeCode.RATE_LIMITED ? Duration.ofMillis(number) : Duration.ZERO);
  }
}
