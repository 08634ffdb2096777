package dev.storefront.flashsale.promotion;

import java.time.Duration;
import java.time.Instant;

/**
 * The terms of a promotion. They never change.
 *
 * @param quota units for sale, 1 or more
 * @param startsAt the first instant of the sale, to the millisecond
 * @param endsAt the first instant after it
 * @param paymentTimeout how long an order may go unpaid, in whole seconds
 * @param buckets how the quota is spread; one bucket unless it is a hot promotion
 */
record Promotion(
    long promotionId,
    long skuId,
    int quota,
    Instant startsAt,
    Instant endsAt,
    Price price,
    Limit limit,
    Rate rate,
    Duration paymentTimeout,
    Buckets buckets) {

  /** The design's one type: a single product. */
  static final int TYPE = 1;

  /**
   * How many units one buyer may hold.
   *
   * @param max units, 1 or more; without meaning for {@code NONE}
   */
  record Limit(Per per, int max) {

    /** Who a buyer is. */
    enum Per {
      /** The quota is the only limit. */
      NONE,
      /** Whoever comes from one address. */
      IP,
      /** One account. */
      PIN,
      /** Each address and each account, both limits at once. */
      IP_AND_PIN
    }
  }

  /** At most {@code max} attempts, of all buyers together, in each {@code windowSeconds}. */
  record Rate(int max, int windowSeconds) {}
}
