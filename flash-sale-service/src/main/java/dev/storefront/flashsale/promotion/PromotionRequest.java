package dev.storefront.flashsale.promotion;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.flashsale.FlashSaleProperties;
import dev.storefront.flashsale.promotion.Promotion.Limit;
import dev.storefront.flashsale.promotion.Promotion.Rate;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A promotion as an operator creates it. Everything the design article gives a number for has a
 * default.
 */
@ConsistentTerms
record PromotionRequest(
    @NotNull @Positive @Schema(example = "7001") Long promotionId,
    @Min(Promotion.TYPE) @Max(Promotion.TYPE) @Schema(example = "1", defaultValue = "1")
        @Nullable Integer type,
    @NotNull @Positive @Schema(example = "100012043978") Long skuId,
    @NotNull @Min(1) @Max(MOST_UNITS) @Schema(example = "100") Integer quota,
    @NotNull @Schema(example = "2030-06-18T00:00:00Z") Instant startsAt,
    @NotNull @Schema(example = "2030-06-25T00:00:00Z") Instant endsAt,
    @NotNull @Valid Price price,
    @Valid @Nullable LimitRequest limit,
    @Valid @Nullable RateRequest rate,
    @Min(1)
        @Max(FlashSaleProperties.MOST_SECONDS_TO_PAY)
        @Schema(example = "1200", defaultValue = "1200")
        @Nullable Integer paymentTimeoutSeconds,
    @Min(1)
        @Max(MOST_BUCKETS)
        @Schema(
            description =
                "over how many slots of Redis the quota is spread, for a promotion that takes all"
                    + " traffic; no more than rate.max",
            example = "1",
            defaultValue = "1")
        @Nullable Integer buckets) {

  private static final int MOST_BUCKETS = 64;
  static final int MOST_UNITS = 1_000_000_000;

  /** The article's 20 minutes. */
  private static final int PAYMENT_TIMEOUT_SECONDS = 1_200;

  /** The article's 60,000 attempts in 60 seconds. */
  private static final Rate RATE = new Rate(60_000, 60);

  private static final Limit NO_LIMIT = new Limit(Limit.Per.NONE, 0, 0);

  /**
   * Maxima count units, 1 or more unless {@code per} is NONE, where they mean nothing.
   *
   * @param max for each buyer; with IP_AND_PIN for each address and for each account
   * @param maxPerIp with IP_AND_PIN, in place of {@code max}
   * @param maxPerPin the same
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(example = "{\"per\": \"PIN\", \"max\": 2}")
  record LimitRequest(
      @NotNull @Schema(example = "PIN") Limit.Per per,
      @Min(0) @Max(MOST_UNITS) @Schema(example = "2") @Nullable Integer max,
      @Min(0)
          @Max(MOST_UNITS)
          @Schema(description = "with IP_AND_PIN, both in place of max", example = "10")
          @Nullable Integer maxPerIp,
      @Min(0)
          @Max(MOST_UNITS)
          @Schema(description = "with IP_AND_PIN, both in place of max", example = "2")
          @Nullable Integer maxPerPin) {

    static LimitRequest of(Limit limit) {
      if (limit.per() == Limit.Per.NONE) {
        return new LimitRequest(limit.per(), null, null, null);
      }
      return limit.max() == limit.maxPerPin()
          ? new LimitRequest(limit.per(), limit.max(), null, null)
          : new LimitRequest(limit.per(), null, limit.max(), limit.maxPerPin());
    }

    /** Empty if it lacks what it needs. */
    private Optional<Limit> toLimit() {
      if (max != null) {
        return Optional.of(new Limit(per, max, max));
      }
      return maxPerIp == null || maxPerPin == null
          ? Optional.empty()
          : Optional.of(new Limit(per, maxPerIp, maxPerPin));
    }
  }

  record RateRequest(
      @NotNull @Min(1) @Max(Rate.MOST_ATTEMPTS) @Schema(example = "60000") Integer max,
      @NotNull @Min(1) @Max(Rate.LONGEST_WINDOW_SECONDS) @Schema(example = "60")
          Integer windowSeconds) {}

  Promotion toPromotion() {
    return new Promotion(
        promotionId,
        skuId,
        quota,
        startsAt.truncatedTo(ChronoUnit.MILLIS),
        endsAt.truncatedTo(ChronoUnit.MILLIS),
        price.inCents(),
        limitOrNone(),
        rate == null ? RATE : new Rate(rate.max(), rate.windowSeconds()),
        Duration.ofSeconds(
            paymentTimeoutSeconds == null ? PAYMENT_TIMEOUT_SECONDS : paymentTimeoutSeconds),
        Buckets.of(quota, buckets == null ? 1 : buckets, limitOrNone().per()));
  }

  private Limit limitOrNone() {
    return limit == null || limit.per() == Limit.Per.NONE
        ? NO_LIMIT
        : limit.toLimit().orElse(NO_LIMIT);
  }
}
