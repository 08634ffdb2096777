package dev.storefront.shortlink.sdk;

/**
 * A link that was given away before the service had it, and that the service will never have.
 *
 * @param url the target that it was to have
 * @param reason kebab-case: the service's own, for example {@code invalid-url} or {@code
 *     stale-lease}, or {@link ShortLinkException#CLOSED}
 */
public record VoidLink(ShortLink link, String url, String reason) {}
