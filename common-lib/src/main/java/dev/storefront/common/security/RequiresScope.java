package dev.storefront.common.security;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets an endpoint be called with a token that has at least one of these scopes: no token is 401,
 * another scope 403, both before the body is read. Every endpoint below {@code /api} bears this or
 * {@link PublicEndpoint}, on its method or class; a service with one that does not refuses to
 * start.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface RequiresScope {

  /** Any one of these is enough. */
  Scope[] value();
}
