package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Tier;
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
 * @param bytesMoved to and from Redis, to find out what is idle
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
    long bytesMoved,
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

  static final Recycling NEW = new Recycling(Phase.DOUBT, 0, 0, 0, 0, 0, 0, 0, null);

  /**
   * How much of what was checked is free again.
   *
   * @return ids that are free of all ids of the checked segments, 0 to 1; 0 before one is checked
   */
  double yield() {
    long checked = (idle + live) * Tier.SEGMENT_SIZE;
    return checked == 0 ? 0 : (double) idsRecycled / checked;
  }

  Recycling checking() {
    return with(Phase.CHECKING, nextSegment, idle, live, bytesMoved, null);
  }

  Recycling quarantine(long until) {
    return with(Phase.QUARANTINE, nextSegment, idle, live, bytesMoved, until);
  }

  Recycling moreIdle(int more) {
    return with(phase, nextSegment, idle + more, live, bytesMoved, null);
  }

  /** The next page begins there. */
  Recycling page(long next, long moreLive, long moreBytes) {
    return with(phase, next, idle, live + moreLive, bytesMoved + moreBytes, null);
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
        bytesMoved,
        quarantineUntil);
  }

  private Recycling with(
      Phase phase,
      long nextSegment,
      long idle,
      long live,
      long bytesMoved,
      @Nullable Long quarantineUntil) {
    return new Recycling(
        phase,
        nextSegment,
        idle,
        live,
        recycled,
        rescued,
        idsRecycled,
        bytesMoved,
        quarantineUntil);
  }
}
