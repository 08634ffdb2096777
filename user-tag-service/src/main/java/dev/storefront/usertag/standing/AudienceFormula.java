package dev.storefront.usertag.standing;

import dev.storefront.usertag.audience.Formula;
import org.jspecify.annotations.Nullable;

/**
 * By what it was told so far who belongs to an audience. Of several of an audience the newest that
 * has reached a user counts for that user.
 *
 * @param version of the audience; 0 before its first
 * @param formula null if nobody belongs to it: version 0, and one from when it was deleted
 * @param reached the last ordinal to which it was applied
 */
record AudienceFormula(
    long audience, String name, long version, @Nullable Formula formula, long reached) {

  /** As {@link #reached}: it was applied to all users, and is to those who come. */
  static final long EVERYBODY = Long.MAX_VALUE;
}
