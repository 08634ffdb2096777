package dev.storefront.shortlink.sdk;

/**
 * A published link.
 *
 * @param id the leased number behind the code
 * @param code what stands behind the slash of the short URL
 * @param shortUrl what to send to people
 */
public record ShortLink(long id, String code, String shortUrl) {}
