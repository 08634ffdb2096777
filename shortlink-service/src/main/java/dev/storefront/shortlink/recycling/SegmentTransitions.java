package dev.storefront.shortlink.recycling;

import dev.storefront.common.database.RetriedWhenLocked;
import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.lease.Holdings;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentPool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BiConsumer;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Segments' way from use through quarantine back to the pool, some at a time: each step is one
 * transaction that also counts them in the run, so that who has lost the run changes nothing.
 */
@Component
@RetriedWhenLocked
@Transactional(isolation = Isolation.READ_COMMITTED, timeout = 30)
class SegmentTransitions {

  /** Segments that change in one transaction. */
  static final int BATCH = 50;

  private final Candidates candidates;
  private final SegmentPool pool;
  private final Holdings holdings;
  private final Clock clock;

  SegmentTransitions(Candidates candidates, SegmentPool pool, Holdings holdings, Clock clock) {
    this.candidates = candidates;
    this.pool = pool;
    this.holdings = holdings;
    this.clock = clock;
  }

  /**
   * Puts segments into quarantine: nothing of them is handed out any more. Not those that somebody
   * has a lease on, or that went on meanwhile.
   *
   * @param some of one tier, in ascending order; so below
   * @param count counts them
   * @return how many there are now
   */
  int quarantine(List<Candidate> some, long runId, IntConsumer count) {
    List<Candidate> inUse = pool.lockIssued(some);
    Set<Segment> live = holdings.live(inUse);
    List<Candidate> idle = inUse.stream().filter(c -> !live.contains(c.segment())).toList();
    int done = pool.quarantine(idle, runId).size();
    if (done > 0) {
      count.accept(done);
    }
    return done;
  }

  /**
   * Puts off the next look at those of the segments that are in use still.
   *
   * @param checkAfter by segment, in ascending order
   * @param count counts them
   */
  void checked(SortedMap<Segment, Instant> checkAfter, Runnable count) {
    candidates.putOff(checkAfter);
    count.run();
  }

  /**
   * Takes segments out of quarantine: as they were, but for those that go on.
   *
   * @param closed of these segments those that go on to their next generation, with the ids that
   *     are free in it; the others stay whose they are
   * @param count counts those that stayed as they were, and those that went on
   */
  void end(
      List<Candidate> some,
      List<Candidate> closed,
      BiConsumer<List<Candidate>, List<Candidate>> count) {
    Set<Segment> over = segments(closed);
    List<Candidate> there = pool.lockQuarantined(some);
    Set<Segment> held = segments(there);
    List<Candidate> back = there.stream().filter(c -> !over.contains(c.segment())).toList();
    List<Candidate> on = closed.stream().filter(c -> held.contains(c.segment())).toList();
    pool.rescue(back);
    pool.recycle(on);
    holdings.end(on, clock.instant());
    count.accept(back, on);
  }

  private static Set<Segment> segments(List<Candidate> some) {
    return some.stream().map(Candidate::segment).collect(Collectors.toSet());
  }
}
