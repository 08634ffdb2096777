package dev.storefront.shortlink.sdk.spring;

import java.util.function.Supplier;

/**
 * Gives a bearer token with scope {@code service}. The application has to have one such bean, which
 * is asked for each request: it keeps a token, and gets another before that ends.
 */
@FunctionalInterface
public interface ShortLinkTokens extends Supplier<String> {}
