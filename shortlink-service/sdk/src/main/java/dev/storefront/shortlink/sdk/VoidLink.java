package dev.storefront.shortlink.sdk;

/**
 * A link that was given away before the service had it, and that the service never said to have: it
 * leads nowhere. Only one that the service could not confirm until its lease was over ({@code
 * lease-over}, while Kafka was away say) may lead to its target for a while, in which nobody else
 * gets its code.
 *
 * @param url the target that it was to have
 * @param reason kebab-case: the service's own, for example {@code invalid-url} or {@code
 *     stale-lease}, or {@link ShortLinkException#CLOSED}
 */
public record VoidLink(ShortLink link, String url, String reason) {}
