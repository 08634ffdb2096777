package dev.storefront.shortlink.recycling;

import org.jspecify.annotations.Nullable;

/**
 * How far a recycling run is; the counts are of segments, but for ids.
 *
 * @param nextSegment where checking of a day goes on
 * @param idle without a lease and with ids that nobody visits
 * @param live in use
 * @param recycled those of which ids are free again
 * @param rescued visited while in quarantine
 * @param idsRecycled how many ids are free again
 * @param quarantineUntil epoch milliseconds; null until everything is checked
 */
record Recycling(
    Phase phase,
    long nextSegment,
    long idle,
    long live,
    long recycled,
    long rescued,
    long idsRecycled,
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
    return with(Phase.CHECKING, nextSegment, idle, live, null);
  }

  Recycling quarantine(long until) {
    return with(Phase.QUARANTINE, nextSegment, idle, live, until);
  }

  Recycling moreIdle(int more) {
    return with(phase, nextSegment, idle + more, live, null);
  }

  /** The next page begins there. */
  Recycling page(long next, long moreLive) {
    return with(phase, next, idle, live + moreLive, null);
  }

  Recycling ended(int moreRecycled, int moreRescued, long moreIds) {
    return new Recycling(
        phase,
        nextSegment,
        idle,
        live,
        recycled + moreRecycled,
        rescued + moreRescued,
        idsRecycled + moreIds,
        quarantineUntil);
  }

  private Recycling with(
      Phase phase, long nextSegment, long idle, long live, @Nullable Long quarantineUntil) {
    return new Recycling(
        phase, nextSegment, idle, live, recycled, rescued, idsRecycled, quarantineUntil);
  }
}
