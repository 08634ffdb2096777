package dev.storefront.flashsale;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of the flash sale.
 *
 * @param retention how long Redis keeps a promotion, its reservations and its orders after the
 *     sale's end; two days at least, so that no payment time-out outlives it
 * @param recordKept how long Redis keeps an order's record once MySQL has all of the order and the
 *     time to pay is over
 * @param settleAfter how long a grab, payment or release may be under way before it counts as left
 *     behind and is settled; longer than all its time-outs together
 * @param releaseThreads how many expired orders are released at once
 * @param fullRound how often the instance that sweeps asks Redis for all promotions, and not for
 *     those alone that were touched
 * @param lostIdsAskedFor for how long after a Redis fell back MySQL is asked for each new order
 *     whose id lies in its slots: longer keeps ids of lost orders from other contents for longer,
 *     and has MySQL in the buyers' way
 */
@Validated
@ConfigurationProperties("storefront.flash-sale")
public record FlashSaleProperties(
    @DefaultValue("7d") @DurationMin(days = 2) Duration retention,
    @DefaultValue("10m") @DurationMin(nanos = 1) Duration recordKept,
    @DefaultValue("15s") @DurationMin(nanos = 1) Duration settleAfter,
    @Min(1) @Max(64) @DefaultValue("32") int releaseThreads,
    @DefaultValue("5m") @DurationMin(nanos = 1) Duration fullRound,
    @DefaultValue("1m") @DurationMin(nanos = 0) Duration lostIdsAskedFor) {

  /** No order may go unpaid for longer. */
  public static final int MOST_SECONDS_TO_PAY = 86_400;

  /** How long an instance tries what it could never settle, before it is put aside. */
  public static final Duration PATIENCE = Duration.ofMinutes(1);
}
