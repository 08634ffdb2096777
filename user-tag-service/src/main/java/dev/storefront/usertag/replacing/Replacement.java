package dev.storefront.usertag.replacing;

import java.util.function.LongPredicate;

/**
 * That some users are to have a tag, and all others are not.
 *
 * @param since since when, epoch milliseconds
 * @param by who asked for it, for the audit
 * @param gives whether the user with an ordinal is to have it; asked in the transaction at hand
 */
public record Replacement(long since, String by, LongPredicate gives) {}
