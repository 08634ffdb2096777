package dev.storefront.usertag.standing;

/** How far a standing audience is. */
enum AudienceState {
  /** New, or its expression is: its users have not been counted by it yet. */
  BACKFILLING,
  /** Its users are counted, every hour anew. */
  LIVE
}
