package dev.storefront.flashsale.grab;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/**
 * Names an account. Half a surrogate pair is no character: UTF-8 has none for it, and all such
 * accounts would be one.
 */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = Pin.Check.class)
@interface Pin {

  int LONGEST = 128;

  String MESSAGE = "must be 1 to " + LONGEST + " characters of Unicode, not all of them blank";

  String message() default MESSAGE;

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};

  /** Absence is not its matter. */
  final class Check implements ConstraintValidator<Pin, String> {

    @Override
    public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
      return text == null || isPin(text);
    }

    static boolean isPin(String text) {
      return !text.isBlank()
          && text.length() <= LONGEST
          && text.codePoints().noneMatch(c -> Character.getType(c) == Character.SURROGATE);
    }
  }
}
