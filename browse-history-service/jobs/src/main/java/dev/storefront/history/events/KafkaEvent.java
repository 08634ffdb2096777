package dev.storefront.history.events;

import org.jspecify.annotations.Nullable;

/**
 * A record of a topic as it came.
 *
 * @param origin {@code <topic>-<partition>@<offset>}
 * @param headerNames parallel to {@code headerValues}
 */
public record KafkaEvent(
    String origin,
    byte @Nullable [] key,
    byte @Nullable [] value,
    String[] headerNames,
    byte[][] headerValues) {}
