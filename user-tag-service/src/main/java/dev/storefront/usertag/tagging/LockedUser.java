package dev.storefront.usertag.tagging;

import java.util.function.IntPredicate;

/**
 * A user whom nobody else can change until the transaction ends.
 *
 * @param tags which tags, by number, the user has
 */
public record LockedUser(long ordinal, String userId, IntPredicate tags) {}
