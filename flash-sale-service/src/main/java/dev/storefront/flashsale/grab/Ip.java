package dev.storefront.flashsale.grab;

import dev.storefront.common.client.IpAddress;
import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.jspecify.annotations.Nullable;

/** The text of an {@link IpAddress}. */
@Target(ElementType.FIELD)
@Retention(RetentionPolicy.RUNTIME)
@Constraint(validatedBy = Ip.Check.class)
@interface Ip {

  String message() default "must be an IP address";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};

  /** Absence is not its matter. */
  final class Check implements ConstraintValidator<Ip, String> {

    @Override
    public boolean isValid(@Nullable String text, ConstraintValidatorContext context) {
      return text == null || IpAddress.parse(text).isPresent();
    }
  }
}
