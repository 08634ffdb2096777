package dev.storefront.localstack.suite;

import org.jspecify.annotations.Nullable;

/**
 * Whom a token speaks for.
 *
 * @param scope user, operator or service
 * @param clientId the calling application
 * @param pin the user; null without one
 */
public record Identity(String scope, String clientId, @Nullable String pin) {

  /** A customer. */
  public static Identity user(String pin) {
    return new Identity("user", "storefront-cli", pin);
  }

  /** Someone who runs the storefront. */
  public static Identity operator() {
    return new Identity("operator", "storefront-cli", null);
  }

  /** Another application of the storefront. */
  public static Identity service(String clientId) {
    return new Identity("service", clientId, null);
  }

  /** The arguments with which {@code ./storefront token} prints a token of this identity. */
  public String tokenArguments() {
    if (pin != null) {
      return "--user " + pin;
    }
    return scope.equals("operator") ? "--operator" : "--service " + clientId;
  }
}
