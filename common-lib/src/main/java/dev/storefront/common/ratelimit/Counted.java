package dev.storefront.common.ratelimit;

/**
 * What a call counts for.
 *
 * @param dimension one of those that the limits are for, for example {@code caller}
 * @param value whose calls are counted together, for example a {@code client_id}
 */
public record Counted(String dimension, String value) {}
