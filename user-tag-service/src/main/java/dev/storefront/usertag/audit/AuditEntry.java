package dev.storefront.usertag.audit;

/**
 * That a user came to have a tag, or to have it no longer.
 *
 * @param changedAt since when, epoch milliseconds
 * @param by who made it so, 255 characters at most
 */
public record AuditEntry(int tag, long ordinal, boolean present, long changedAt, String by) {}
