package dev.storefront.flashsale.promotion;

import dev.storefront.flashsale.promotion.Promotion.Limit;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What one field of a {@link PromotionRequest} alone cannot tell. Absent fields are not its matter.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = ConsistentTerms.Check.class)
@interface ConsistentTerms {

  String message() default "";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};

  /** Names the field that is at fault in each case. */
  final class Check implements ConstraintValidator<ConsistentTerms, PromotionRequest> {

    private static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");
    static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

    private final Clock clock;

    Check(Clock clock) {
      this.clock = clock;
    }

    @Override
    public boolean isValid(PromotionRequest request, ConstraintValidatorContext context) {
      context.disableDefaultConstraintViolation();
      boolean valid = isPlausible("startsAt", request.startsAt(), context);
      valid &= isPlausible("endsAt", request.endsAt(), context);
      valid &= endsAfterItStarts(request, context);
      valid &= endsInTheFuture(request.endsAt(), context);
      valid &= limitHasMax(request.limit(), context);
      valid &= rateIsForEachBucket(request, context);
      @Nullable Price price = request.price();
      if (price != null) {
        valid &= isWholeCents("price.listPrice", price.listPrice(), context);
        valid &= isWholeCents("price.amount", price.amount(), context);
      }
      return valid & isReduced(price, context);
    }

    private static boolean isPlausible(
        String field, @Nullable Instant time, ConstraintValidatorContext context) {
      return time == null
          || !(time.isBefore(EARLIEST) || time.isAfter(LATEST))
          || refuse(context, field, "must lie between the years 2000 and 2100");
    }

    private static boolean endsAfterItStarts(
        PromotionRequest request, ConstraintValidatorContext context) {
      @Nullable Instant startsAt = request.startsAt();
      @Nullable Instant endsAt = request.endsAt();
      return startsAt == null
          || endsAt == null
          || endsAt.isAfter(startsAt)
          || refuse(context, "endsAt", "must be after startsAt");
    }

    private boolean endsInTheFuture(@Nullable Instant endsAt, ConstraintValidatorContext context) {
      return endsAt == null
          || endsAt.isAfter(clock.instant())
          || refuse(context, "endsAt", "must lie in the future");
    }

    private static boolean limitHasMax(
        PromotionRequest.@Nullable LimitRequest limit, ConstraintValidatorContext context) {
      if (limit == null || limit.per() == null || limit.per() == Limit.Per.NONE) {
        return true;
      }
      if (limit.maxPerIp() == null && limit.maxPerPin() == null) {
        return isOneOrMore("limit.max", limit.max(), context);
      }
      if (limit.per() != Limit.Per.IP_AND_PIN || limit.max() != null) {
        return refuse(
            context, "limit.max", "must be given alone, or maxPerIp and maxPerPin with IP_AND_PIN");
      }
      return isOneOrMore("limit.maxPerIp", limit.maxPerIp(), context)
          & isOneOrMore("limit.maxPerPin", limit.maxPerPin(), context);
    }

    private static boolean isOneOrMore(
        String field, @Nullable Integer max, ConstraintValidatorContext context) {
      return (max != null && max > 0)
          || refuse(context, field, "must be at least 1 for this limit");
    }

    /** Every bucket counts its own attempts, and lets one in at least. */
    private static boolean rateIsForEachBucket(
        PromotionRequest request, ConstraintValidatorContext context) {
      PromotionRequest.@Nullable RateRequest rate = request.rate();
      @Nullable Integer buckets = request.buckets();
      return buckets == null
          || rate == null
          || rate.max() == null
          || rate.max() >= buckets
          || refuse(context, "rate.max", "must not be less than buckets");
    }

    private static boolean isWholeCents(
        String field, @Nullable BigDecimal money, ConstraintValidatorContext context) {
      return money == null
          || Price.isWholeCents(money)
          || refuse(context, field, "must have no more than 2 decimal places");
    }

    private static boolean isReduced(@Nullable Price price, ConstraintValidatorContext context) {
      if (price == null || price.kind() == null) {
        return true;
      }
      @Nullable BigDecimal listPrice = price.listPrice();
      @Nullable BigDecimal amount = price.amount();
      if (listPrice == null || amount == null) {
        return true;
      }
      int comparison = amount.compareTo(listPrice);
      return switch (price.kind()) {
        case DISCOUNT ->
            comparison < 0 || refuse(context, "price.amount", "must be less than listPrice");
        case FIXED ->
            comparison <= 0 || refuse(context, "price.amount", "must not be more than listPrice");
      };
    }

    private static boolean refuse(
        ConstraintValidatorContext context, String field, String message) {
      var violation = context.buildConstraintViolationWithTemplate(message);
      String[] steps = field.split("\\.");
      var node = violation.addPropertyNode(steps[0]);
      for (int i = 1; i < steps.length; i++) {
        node = node.addPropertyNode(steps[i]);
      }
      node.addConstraintViolation();
      return false;
    }
  }
}
