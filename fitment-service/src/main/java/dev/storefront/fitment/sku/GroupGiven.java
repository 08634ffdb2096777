package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.SkuKind;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/** A marketplace SKU has its SPU, a self-operated one its main SKU. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = GroupGiven.Validator.class)
@interface GroupGiven {

  String message() default "is required for this kind";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};

  /** Names the field that is missing. */
  final class Validator implements ConstraintValidator<GroupGiven, ReplaceRequest> {

    @Override
    public boolean isValid(@Nullable ReplaceRequest request, ConstraintValidatorContext context) {
      if (request == null) {
        return true;
      }
      // Both null-checked here, whatever the record promises: this runs before @NotNull counts.
      boolean selfWithout = request.kind() == SkuKind.SELF && request.mainSkuId() == null;
      boolean popWithout = request.kind() == SkuKind.POP && request.spuId() == null;
      if (!selfWithout && !popWithout) {
        return true;
      }
      context.disableDefaultConstraintViolation();
      context
          .buildConstraintViolationWithTemplate(context.getDefaultConstraintMessageTemplate())
          .addPropertyNode(popWithout ? "spuId" : "mainSkuId")
          .addConstraintViolation();
      return false;
    }
  }
}
