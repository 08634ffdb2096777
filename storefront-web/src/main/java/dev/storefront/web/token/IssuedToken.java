package dev.storefront.web.token;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * The reply of RFC 6749 section 5.1.
 *
 * @param expiresIn seconds
 * @param scope the scopes granted, parted by spaces
 */
record IssuedToken(
    @JsonProperty("access_token") String accessToken,
    @JsonProperty("token_type") String tokenType,
    @JsonProperty("expires_in") long expiresIn,
    String scope) {}
