package dev.storefront.fitment.sku;

import dev.storefront.fitment.vehicle.VehicleIds;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every element is a positive number; the first twenty that are not are named. Null instead of a
 * list is valid. Constraints on the elements would say the same, but take longer than the check
 * itself.
 */
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@ArraySchema(schema = @Schema(minimum = "1"))
@Constraint(validatedBy = SkuIds.Validator.class)
public @interface SkuIds {

  /** What the client reads of each offending element. */
  String message() default "must be a SKU id, which is greater than 0";

  /** Validation groups; not used. */
  Class<?>[] groups() default {};

  /** Payload; not used. */
  Class<? extends Payload>[] payload() default {};

  /** Finds the elements that are none, the first {@value VehicleIds#MOST_TOLD} of them. */
  final class Validator implements ConstraintValidator<SkuIds, List<Long>> {

    @Override
    public boolean isValid(@Nullable List<Long> ids, ConstraintValidatorContext context) {
      int wrong = 0;
      for (int i = 0; ids != null && i < ids.size() && wrong < VehicleIds.MOST_TOLD; i++) {
        Long id = ids.get(i);
        if (id == null || id <= 0) {
          wrong++;
          refuse(i, context);
        }
      }
      return wrong == 0;
    }

    private static void refuse(int index, ConstraintValidatorContext context) {
      context.disableDefaultConstraintViolation();
      context
          .buildConstraintViolationWithTemplate(context.getDefaultConstraintMessageTemplate())
          .addContainerElementNode("<list element>", List.class, 0)
          .inIterable()
          .atIndex(index)
          .addConstraintViolation();
    }
  }
}
