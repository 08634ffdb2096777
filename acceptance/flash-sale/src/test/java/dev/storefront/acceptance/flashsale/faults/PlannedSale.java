package dev.storefront.acceptance.flashsale.faults;

import dev.storefront.acceptance.flashsale.proof.Sale;
import dev.storefront.acceptance.flashsale.proof.Sale.Limit;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * A promotion that will be on sale in a round.
 *
 * @param startsAt milliseconds from the round's start, as is {@code endsAt}
 * @param rateMax attempts in a second
 * @param buckets slots that it is spread over
 */
record PlannedSale(
    long promotionId,
    int quota,
    Limit limit,
    int limitMax,
    int rateMax,
    int secondsToPay,
    long startsAt,
    long endsAt,
    int buckets) {

  private static final long SECOND = 1_000_000;
  private static final long WHOLE = 86_400_000;
  private static final int ANY_RATE = 1_000_000;

  /** On sale the whole time, at any rate. */
  static PlannedSale of(long promotionId, int quota, Limit limit, int limitMax, int secondsToPay) {
    return new PlannedSale(
        promotionId, quota, limit, limitMax, ANY_RATE, secondsToPay, -WHOLE, WHOLE, 1);
  }

  PlannedSale rate(int most) {
    return new PlannedSale(
        promotionId, quota, limit, limitMax, most, secondsToPay, startsAt, endsAt, buckets);
  }

  PlannedSale between(long start, long end) {
    return new PlannedSale(
        promotionId, quota, limit, limitMax, rateMax, secondsToPay, start, end, buckets);
  }

  /** Spread over several slots. */
  PlannedSale hot(int slots) {
    return new PlannedSale(
        promotionId, quota, limit, limitMax, rateMax, secondsToPay, startsAt, endsAt, slots);
  }

  /** As the proof knows it, if the round starts then. */
  Sale from(Instant start) {
    return new Sale(
        promotionId,
        quota,
        micros(start.plusMillis(startsAt)),
        micros(start.plusMillis(endsAt)),
        limit,
        limitMax,
        rateMax,
        SECOND,
        // A hot promotion's other instances may learn within a second that units were released.
        buckets > 1 ? SECOND : 0);
  }

  /** As an operator creates it. */
  String json(Instant start) {
    return """
    {"promotionId": %d, "type": 1, "skuId": 1, "quota": %d, "startsAt": "%s", "endsAt": "%s",
     "price": {"kind": "FIXED", "listPrice": 100, "amount": 60}, "limit": {"per": "%s", "max": %d},
     "rate": {"max": %d, "windowSeconds": 1}, "paymentTimeoutSeconds": %d,
     "buckets": %d}\
    """
        .formatted(
            promotionId,
            quota,
            start.plusMillis(startsAt),
            start.plusMillis(endsAt),
            limit,
            Math.max(1, limitMax),
            rateMax,
            secondsToPay,
            buckets);
  }

  private static long micros(Instant time) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, time.truncatedTo(ChronoUnit.MILLIS));
  }
}
