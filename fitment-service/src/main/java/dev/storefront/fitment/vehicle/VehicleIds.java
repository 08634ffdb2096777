package dev.storefront.fitment.vehicle;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/** Every element is a seven-digit vehicle id. Null is valid. */
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = VehicleIds.Validator.class)
public @interface VehicleIds {

  /** The least vehicle id. */
  int FIRST = 1_000_000;

  /** The greatest vehicle id. */
  int LAST = 9_999_999;

  /** What the client reads, after the offending element. */
  String message() default "must be seven-digit vehicle ids (1000000 to 9999999)";

  /** Validation groups; not used. */
  Class<?>[] groups() default {};

  /** Payload; not used. */
  Class<? extends Payload>[] payload() default {};

  /** Finds the first element that is none. */
  final class Validator implements ConstraintValidator<VehicleIds, int[]> {

    @Override
    public boolean isValid(int @Nullable [] ids, ConstraintValidatorContext context) {
      if (ids == null) {
        return true;
      }
      for (int id : ids) {
        if (id < VehicleIds.FIRST || id > VehicleIds.LAST) {
          context.disableDefaultConstraintViolation();
          context
              .buildConstraintViolationWithTemplate(
                  context.getDefaultConstraintMessageTemplate() + ", got " + id)
              .addConstraintViolation();
          return false;
        }
      }
      return true;
    }
  }
}
