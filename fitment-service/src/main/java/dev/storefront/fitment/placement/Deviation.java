package dev.storefront.fitment.placement;

/** How a shelf in Redis can differ from what MySQL says. */
public enum Deviation {
  /** Redis does not have it. */
  MISSING,
  /** Redis has an older revision. */
  OUTDATED,
  /** Redis has a newer revision than MySQL: MySQL lost some of its writes. */
  AHEAD,
  /** Redis has other content at the same revision. */
  DIFFERENT,
  /** It is kept on a cluster where readers do not look: a rebuild moves it. */
  MISPLACED,
  /** A cluster that should not have it does. */
  STRAY
}
