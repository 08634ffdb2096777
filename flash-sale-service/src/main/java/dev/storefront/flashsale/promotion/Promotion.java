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
   * @param max units of an address with {@code IP_AND_PIN}, else of a buyer, 1 or more; without
   *     meaning for {@code NONE}
   * @param maxPerPin units of an account with {@code IP_AND_PIN}; else the same as {@code max}
   */
  record Limit(Per per, int max, int maxPerPin) {

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
  record Rate(int max, int windowSeconds) {

    static final int MOST_ATTEMPTS = 1_000_000_000;
    static final int LONGEST_WINDOW_SECONDS = 86_400;

    /**
     * @param text {@code <max>/<windowSeconds>}, for example {@code 500/1}
     * @throws IllegalArgumentException if it is no such rate
     */
    static Rate parse(String text) {
      String[] parts = text.split("/", 2);
      if (parts.length < 2) {
        throw new IllegalArgumentException("No rate: '" + text + "'");
      }
      Rate rate = new Rate(Integer.parseInt(parts[0].trim()), Integer.parseInt(parts[1].trim()));
      if (rate.max < 1
          || rate.max > MOST_ATTEMPTS
          || rate.windowSeconds < 1
          || rate.windowSeconds > LONGEST_WINDOW_SECONDS) {
        throw new IllegalArgumentException("No rate: '" + text + "'");
      }
      return rate;
    }
  }
}
