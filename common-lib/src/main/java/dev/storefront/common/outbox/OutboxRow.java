package dev.storefront.common.outbox;

/**
 * An event that waits.
 *
 * @param id grows: of two events, the one that was noted before the other began has the lower
 * @param topic the contract's name
 * @param recordKey what keeps its events in order
 * @param event as JSON
 */
record OutboxRow(long id, String topic, String recordKey, String event) {}
