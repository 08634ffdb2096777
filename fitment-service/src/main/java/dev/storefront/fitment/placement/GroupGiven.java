package dev.storefront.fitment.placement;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A marketplace SKU has its SPU, a self-operated one its main SKU, which is 1 or more; of the other
 * ids each is 0 or more, or left out.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = GroupGiven.Validator.class)
public @interface GroupGiven {

  /** Not used: each field has its own. */
  String message() default "must say which group the SKU is in";

  /** Validation groups; not used. */
  Class<?>[] groups() default {};

  /** Payload; not used. */
  Class<? extends Payload>[] payload() default {};

  /** What says which group a SKU is in, as far as somebody said it. */
  interface Ids {

    /** Null if nobody said it, which is not this rule's business. */
    @Nullable SkuKind kind();

    /** The group of a marketplace SKU. */
    @Nullable Long spuId();

    /** The group of a self-operated SKU. */
    @Nullable Long mainSkuId();

    /** The merchant; part of a marketplace SKU's group. */
    @Nullable Long vendorId();

    /**
     * What is said.
     *
     * @throws IllegalStateException if the kind is not
     */
    default ProductIds productIds() {
      SkuKind kind = kind();
      if (kind == null) {
        throw new IllegalStateException("No kind is said");
      }
      return new ProductIds(kind, spuId(), mainSkuId(), vendorId());
    }

    /** What is wrong with which id, by the names of the fields. */
    default Map<String, String> faults() {
      Map<String, String> faults = new LinkedHashMap<>();
      check("spuId", spuId(), kind() == SkuKind.POP, faults);
      check("mainSkuId", mainSkuId(), kind() == SkuKind.SELF, faults);
      check("vendorId", vendorId(), false, faults);
      return faults;
    }

    private void check(
        String field, @Nullable Long id, boolean isGroup, Map<String, String> faults) {
      int least = isGroup ? 1 : 0;
      if (id == null && isGroup) {
        faults.put(field, "is required for " + kind());
      } else if (id != null && id < least) {
        faults.put(field, "must be %d or more".formatted(least));
      }
    }
  }

  /** Names the fields that are wrong. */
  final class Validator implements ConstraintValidator<GroupGiven, Ids> {

    @Override
    public boolean isValid(@Nullable Ids ids, ConstraintValidatorContext context) {
      Map<String, String> faults = ids == null ? Map.of() : ids.faults();
      context.disableDefaultConstraintViolation();
      faults.forEach(
          (field, fault) ->
              context
                  .buildConstraintViolationWithTemplate(fault)
                  .addPropertyNode(field)
                  .addConstraintViolation());
      return faults.isEmpty();
    }
  }
}
