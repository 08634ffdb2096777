package dev.storefront.usertag.standing;

import org.jspecify.annotations.Nullable;

/**
 * An expression that has a name.
 *
 * @param id never given again: an audience made anew under an old name is a new one, unless users
 *     are still to leave that one
 * @param version of what the expression means, from 1
 * @param countedVersion of the expression that was counted last, 0 before the first time
 * @param users how many it had then, null before the first time
 * @param reached the last ordinal that was judged by the expression; {@link
 *     AudienceFormula#EVERYBODY} once all were
 */
record StandingAudience(
    long id,
    String name,
    String expression,
    String description,
    long version,
    long countedVersion,
    @Nullable Long users,
    long reached) {

  AudienceState state() {
    return countedVersion == version && reached == AudienceFormula.EVERYBODY
        ? AudienceState.LIVE
        : AudienceState.BACKFILLING;
  }
}
