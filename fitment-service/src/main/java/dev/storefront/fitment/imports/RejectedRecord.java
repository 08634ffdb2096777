package dev.storefront.fitment.imports;

/**
 * A record that was not taken.
 *
 * @param record its number within the file, from 1
 * @param line the line that it begins on, from 1
 */
record RejectedRecord(long record, long line, String reason) {}
