package dev.storefront.fitment.upkeep;

/** How far a run is. */
enum RunState {
  /** Under way, or to be gone on with after its instance ended. */
  RUNNING,
  /** Done. */
  DONE
}
