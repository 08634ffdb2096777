package dev.storefront.common.security;

import java.util.Locale;

/** What a bearer token may be used for; the contract's scopes. */
public enum Scope {
  /** A person: reaches that person's data only. */
  USER,
  /** Somebody who has not logged in: reaches what was done under that guest's id only. */
  GUEST,
  /** Staff: admin calls. */
  OPERATOR,
  /** An application that acts on behalf of people. */
  SERVICE;

  /** The word as it stands in the token's {@code scope} claim. */
  public String claim() {
    return name().toLowerCase(Locale.ROOT);
  }
}
