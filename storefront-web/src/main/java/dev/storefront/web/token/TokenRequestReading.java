package dev.storefront.web.token;

/** What comes of reading a request for a token. */
sealed interface TokenRequestReading permits TokenRequest, RefusedTokenRequest {}
