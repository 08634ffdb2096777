package dev.storefront.common.metrics;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a method of a bean: how often it is called and how long that takes is the metric {@code
 * storefront.usecase} ({@code docs/metrics.md}). Not for hot endpoints: those are timed by {@code
 * http.server.requests}.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface UseCase {

  /** What it is called: verb and noun, for example {@code put-tag}. */
  String value();
}
