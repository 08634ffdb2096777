package dev.storefront.common.outbox;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * An event that waits.
 *
 * @param id grows: of two events, the one that was noted before the other began has the lower
 * @param topic the contract's name
 * @param recordKey what keeps its events in order
 * @param event as JSON
 * @param traceparent of the call that noted it; null if that was not traced
 * @param waited since it was noted, when it was read; null if an instance of before noted it
 */
record OutboxRow(
    long id,
    String topic,
    String recordKey,
    String event,
    @Nullable String traceparent,
    @Nullable Duration waited) {}
