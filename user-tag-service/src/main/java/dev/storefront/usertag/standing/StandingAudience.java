package dev.storefront.usertag.standing;

import org.jspecify.annotations.Nullable;

/**
 * An expression that has a name.
 *
 * @param id never given again: an audience made anew under an old name is a new one
 * @param version of the expression, from 1
 * @param countedVersion of the expression that was counted last, 0 before the first time
 * @param users how many it had then, null before the first time
 */
record StandingAudience(
    long id,
    String name,
    String expression,
    String description,
    long version,
    long countedVersion,
    @Nullable Long users) {

  AudienceState state() {
    return countedVersion == version ? AudienceState.LIVE : AudienceState.BACKFILLING;
  }
}
