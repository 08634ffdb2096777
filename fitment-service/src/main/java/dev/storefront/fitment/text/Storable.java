package dev.storefront.fitment.text;

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
 * A text that is read again as it was written: without NUL, and without half of a surrogate pair,
 * of which MySQL would make a question mark. Null is valid.
 */
@Target({ElementType.FIELD, ElementType.PARAMETER})
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = Storable.Validator.class)
public @interface Storable {

  /** What is said of a text that is not. */
  String FAULT = "must be Unicode text without NUL";

  /** What the client reads. */
  String message() default FAULT;

  /** Validation groups; not used. */
  Class<?>[] groups() default {};

  /** Payload; not used. */
  Class<? extends Payload>[] payload() default {};

  /** Looks at each character. */
  final class Validator implements ConstraintValidator<Storable, String> {

    /** True if the text can be stored as it is. */
    public static boolean holds(String text) {
      return text.codePoints()
          .noneMatch(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE));
    }

    @Override
    public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
      return text == null || holds(text);
    }
  }
}
