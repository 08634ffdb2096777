package dev.storefront.flashsale.recovery;

/** What the scripts of a rebuild answer. */
enum RebuildCode {
  DONE,
  /** Another instance has begun to rebuild the promotion since. */
  SUPERSEDED,
  /** Redis has lost or may have lost what was rebuilt: it has to begin again. */
  LOST_AGAIN
}
