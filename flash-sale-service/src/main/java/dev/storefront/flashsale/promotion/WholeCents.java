package dev.storefront.flashsale.promotion;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * An amount of money without fractions of a cent; 1.900 has none. Whatever the exponent is: {@code
 * Digits} fails with one that is out of all bounds.
 */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = WholeCents.Check.class)
@interface WholeCents {

  /** Decimal places. */
  int PLACES = 2;

  String message() default "must have no more than " + PLACES + " decimal places";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};

  /** Never writes the number out. */
  final class Check implements ConstraintValidator<WholeCents, BigDecimal> {

    @Override
    public boolean isValid(@Nullable BigDecimal amount, ConstraintValidatorContext context) {
      return amount == null
          || amount.scale() <= PLACES
          || amount.stripTrailingZeros().scale() <= PLACES;
    }
  }
}
