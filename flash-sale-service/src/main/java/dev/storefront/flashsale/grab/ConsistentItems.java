package dev.storefront.flashsale.grab;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.ConstraintValidatorContext.ConstraintViolationBuilder;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Payload;
import jakarta.validation.Validator;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Each item of an order is there and keeps its rules, and no promotion comes twice. Nothing is said
 * of the items of a list that is too long: {@code Valid} would look at, and tell of, all of them,
 * and that in a time that grows with the square of their number.
 */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = ConsistentItems.Check.class)
@interface ConsistentItems {

  String message() default "";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};

  /** Names the item, and its field that is at fault. */
  final class Check
      implements ConstraintValidator<ConsistentItems, List<GrabRequest.@Nullable Item>> {

    private final ObjectProvider<Validator> rules;

    Check(ObjectProvider<Validator> rules) {
      this.rules = rules;
    }

    @Override
    public boolean isValid(
        @Nullable List<GrabRequest.@Nullable Item> items, ConstraintValidatorContext context) {
      if (items == null || items.size() > GrabRequest.MOST_ITEMS) {
        return true;
      }
      context.disableDefaultConstraintViolation();
      Set<Long> seen = new HashSet<>();
      boolean valid = true;
      for (int i = 0; i < items.size(); i++) {
        GrabRequest.@Nullable Item item = items.get(i);
        valid &= item == null ? refuseNull(i, context) : isSound(item, i, seen, context);
      }
      return valid;
    }

    private boolean isSound(
        GrabRequest.Item item, int index, Set<Long> seen, ConstraintValidatorContext context) {
      Set<ConstraintViolation<GrabRequest.Item>> broken = rules.getObject().validate(item);
      broken.forEach(
          rule -> refuse(index, rule.getPropertyPath().toString(), rule.getMessage(), context));
      @Nullable Long promotion = item.promotionId();
      return (promotion == null
              || seen.add(promotion)
              || refuse(index, "promotionId", "is in the order already", context))
          && broken.isEmpty();
    }

    private static boolean refuse(
        int index, String field, String message, ConstraintValidatorContext context) {
      template(message, context)
          .addPropertyNode(field)
          .inIterable()
          .atIndex(index)
          .addConstraintViolation();
      return false;
    }

    private static boolean refuseNull(int index, ConstraintValidatorContext context) {
      template("must not be null", context)
          .addContainerElementNode("<list element>", List.class, 0)
          .inIterable()
          .atIndex(index)
          .addConstraintViolation();
      return false;
    }

    private static ConstraintViolationBuilder template(
        String message, ConstraintValidatorContext context) {
      return context.buildConstraintViolationWithTemplate(message);
    }
  }
}
