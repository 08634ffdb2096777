package dev.storefront.localstack.suite;

import org.jspecify.annotations.Nullable;

/**
 * Whom a token speaks for.
 *
 * @param scope user, guest, operator or service
 * @param clientId the calling application
 * @param pin the user, or {@code guest:} and the guest's id; null without one
 */
public record Identity(String scope, String clientId, @Nullable String pin) {

  private static final String GUEST = "guest:";

  /** A customer. */
  public static Identity user(String pin) {
    return new Identity("user", "storefront-cli", pin);
  }

  /** A customer who has not logged in. */
  public static Identity guest(String id) {
    return new Identity("guest", "storefront-cli", GUEST + id);
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
      return scope.equals("guest") ? "--guest " + pin.substring(GUEST.length()) : "--user " + pin;
    }
    return scope.equals("operator") ? "--operator" : "--service " + clientId;
  }
}
