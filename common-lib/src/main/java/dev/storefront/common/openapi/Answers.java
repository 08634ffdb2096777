package dev.storefront.common.openapi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What an endpoint answers, for its OpenAPI document. What follows from the rest of its declaration
 * need not be said: that it is 200 or its {@code @ResponseStatus} otherwise, what is wrong with a
 * token, a parameter or a body, and 503.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Answers {

  /**
   * An HTTP status each, and behind a space what it means: the codes of a problem, for example
   * {@code "409 sold-out, limit-reached"}, or some words on a success, {@code "201 a new one"}.
   */
  String[] value();
}
