package dev.storefront.acceptance.suite;

import dev.storefront.localstack.suite.Identity;

/** What a token allows, and who bears one of that kind here. */
public enum Scope {
  USER(Identity.user("alice")),
  GUEST(Identity.guest("7f3c")),
  OPERATOR(Identity.operator()),
  SERVICE(Identity.service("order-app"));

  private final Identity bearer;

  Scope(Identity bearer) {
    this.bearer = bearer;
  }

  Identity bearer() {
    return bearer;
  }
}
