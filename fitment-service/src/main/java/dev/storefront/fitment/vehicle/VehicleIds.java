package dev.storefront.fitment.vehicle;

import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
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
@ArraySchema(schema = @Schema(minimum = "" + VehicleIds.FIRST, maximum = "" + VehicleIds.LAST))
@Constraint(validatedBy = VehicleIds.Validator.class)
public @interface VehicleIds {

  /** The least vehicle id. */
  int FIRST = 1_000_000;

  /** The greatest vehicle id. */
  int LAST = 9_999_999;

  /** Offending elements that are named. A body has 200 such lists, and each more takes longer. */
  int MOST_TOLD = 20;

  /** What the client reads of each offending element. */
  String message() default "must be a seven-digit vehicle id (1000000 to 9999999)";

  /** Validation groups; not used. */
  Class<?>[] groups() default {};

  /** Payload; not used. */
  Class<? extends Payload>[] payload() default {};

  /** Finds the elements that are none, the first {@value VehicleIds#MOST_TOLD} of them. */
  final class Validator implements ConstraintValidator<VehicleIds, int[]> {

    @Override
    public boolean isValid(int @Nullable [] ids, ConstraintValidatorContext context) {
      int wrong = 0;
      for (int i = 0; ids != null && i < ids.length && wrong < MOST_TOLD; i++) {
        if (ids[i] < VehicleIds.FIRST || ids[i] > VehicleIds.LAST) {
          wrong++;
          refuse(i, ids[i], context);
        }
      }
      return wrong == 0;
    }

    private static void refuse(int index, int id, ConstraintValidatorContext context) {
      context.disableDefaultConstraintViolation();
      context
          .buildConstraintViolationWithTemplate(
              context.getDefaultConstraintMessageTemplate() + ", got " + id)
          .addBeanNode()
          .inIterable()
          .atIndex(index)
          .addConstraintViolation();
    }
  }
}
