package dev.storefront.fitment.mirror;

import java.time.Duration;

/**
 * How far a cell is behind what was published.
 *
 * @param events that it has yet to take over, its own ones among them
 * @param age of the oldest change in these, zero if there is none
 */
record CellLag(long events, Duration age) {

  static final CellLag NONE = new CellLag(0, Duration.ZERO);
}
