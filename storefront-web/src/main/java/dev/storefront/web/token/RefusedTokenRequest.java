package dev.storefront.web.token;

/**
 * Why a request gets no token, in the words of RFC 6749 section 5.2.
 *
 * @param error the error code, for example {@code invalid_scope}
 * @param description what a person should change
 */
record RefusedTokenRequest(String error, String description) implements TokenRequestReading {

  static RefusedTokenRequest invalidRequest(String description) {
    return new RefusedTokenRequest("invalid_request", description);
  }

  static RefusedTokenRequest invalidScope(String description) {
    return new RefusedTokenRequest("invalid_scope", description);
  }

  static RefusedTokenRequest unsupportedGrantType() {
    return new RefusedTokenRequest(
        "unsupported_grant_type", "grant_type must be client_credentials");
  }
}
