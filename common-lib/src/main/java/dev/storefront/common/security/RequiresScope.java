package dev.storefront.common.security;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Lets an endpoint be called with a token that has at least one of these scopes: no token is 401,
 * another scope 403, both before the body is read. On a method or, for all that say nothing else,
 * on its class. An endpoint with neither this nor {@link PublicEndpoint} takes any valid token.
 */
@Target({ElementType.METHOD, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface RequiresScope {

  /** Any one of these is enough. */
  Scope[] value();
}
