package dev.storefront.web.token;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The error reply of RFC 6749 section 5.2. */
record OAuthError(String error, @JsonProperty("error_description") String description) {}
