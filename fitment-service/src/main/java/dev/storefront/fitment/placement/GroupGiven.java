package dev.storefront.fitment.placement;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A marketplace SKU has its SPU, a self-operated one its main SKU. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = GroupGiven.Validator.class)
public @interface GroupGiven {

  /** What the client reads of the field that is missing. */
  String message() default "is required for this kind";

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
     * The group that is said.
     *
     * @throws IllegalStateException if none is
     */
    default Group group() {
      SkuKind kind = kind();
      Long id = kind == SkuKind.POP ? spuId() : mainSkuId();
      if (kind == null || id == null) {
        throw new IllegalStateException("No group is said");
      }
      return kind == SkuKind.POP ? Group.pop(id, vendorId()) : Group.self(id);
    }

    /** The name of the id that the kind needs and that is missing; empty if none is. */
    default Optional<String> missingId() {
      SkuKind kind = kind();
      if (kind == null) {
        return Optional.empty();
      }
      return switch (kind) {
        case SELF -> mainSkuId() == null ? Optional.of("mainSkuId") : Optional.empty();
        case POP -> spuId() == null ? Optional.of("spuId") : Optional.empty();
      };
    }
  }

  /** Names the field that is missing. */
  final class Validator implements ConstraintValidator<GroupGiven, Ids> {

    @Override
    public boolean isValid(@Nullable Ids ids, ConstraintValidatorContext context) {
      Optional<String> missing = ids == null ? Optional.empty() : ids.missingId();
      missing.ifPresent(
          field -> {
            context.disableDefaultConstraintViolation();
            context
                .buildConstraintViolationWithTemplate(context.getDefaultConstraintMessageTemplate())
                .addPropertyNode(field)
                .addConstraintViolation();
          });
      return missing.isEmpty();
    }
  }
}
