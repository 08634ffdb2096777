package dev.storefront.common.security;

import java.util.Set;

/**
 * Who calls, from the token. A controller method takes it as a parameter, of a public endpoint as
 * an {@code Optional}.
 *
 * @param subject the token's {@code sub}: the user (the pin), or the application itself
 * @param clientId the calling application
 * @param scopes what the token allows
 */
public record Caller(String subject, String clientId, Set<Scope> scopes) {

  /** True if the token has this scope. */
  public boolean has(Scope scope) {
    return scopes.contains(scope);
  }
}
