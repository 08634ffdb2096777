package dev.storefront.usertag.standing;

/** How far a standing audience is. */
enum AudienceState {
  /** New, or its expression is: not all users have been judged by it, or it was not counted yet. */
  BACKFILLING,
  /** Kept up by each change, and counted every hour. */
  LIVE
}
