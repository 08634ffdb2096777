package dev.storefront.shortlink.recycling;

import org.jspecify.annotations.Nullable;

/**
 * How far a recycling run is; the counts are of segments.
 *
 * @param nextSegment where checking goes on
 * @param idle found without a marker and without a lease
 * @param live in use
 * @param recycled those whose ids are free again
 * @param rescued visited while in quarantine
 * @param quarantineUntil epoch milliseconds; null until everything is checked
 */
record Recycling(
    Phase phase,
    long nextSegment,
    long segmentsChecked,
    long idle,
    long live,
    long recycled,
    long rescued,
    @Nullable Long quarantineUntil) {

  /** What a run is at. */
  enum Phase {
    /** Asks whether Redis can be believed. */
    DOUBT,
    /** Looks for idle segments, and puts them into quarantine. */
    CHECKING,
    /** Waits for visits, then ends what nobody visited. */
    QUARANTINE
  }

  static final Recycling NEW = new Recycling(Phase.DOUBT, 0, 0, 0, 0, 0, 0, null);

  Recycling checking() {
    return new Recycling(
        Phase.CHECKING, nextSegment, segmentsChecked, idle, live, recycled, rescued, null);
  }

  Recycling quarantine(long until) {
    return new Recycling(
        Phase.QUARANTINE, nextSegment, segmentsChecked, idle, live, recycled, rescued, until);
  }

  Recycling oneMoreIdle() {
    return new Recycling(
        phase, nextSegment, segmentsChecked + 1, idle + 1, live, recycled, rescued, null);
  }

  /** The next page begins there. */
  Recycling page(long next, long moreLive) {
    return new Recycling(
        phase, next, segmentsChecked + moreLive, idle, live + moreLive, recycled, rescued, null);
  }

  Recycling oneMoreRecycled() {
    return new Recycling(
        phase, nextSegment, segmentsChecked, idle, live, recycled + 1, rescued, quarantineUntil);
  }

  Recycling oneMoreRescued() {
    return new Recycling(
        phase, nextSegment, segmentsChecked, idle, live, recycled, rescued + 1, quarantineUntil);
  }
}
