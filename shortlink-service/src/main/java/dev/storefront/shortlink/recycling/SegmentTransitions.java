package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.lease.Holdings;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.recycling.Candidates.Candidate;
import dev.storefront.shortlink.segment.RetriedWhenLocked;
import dev.storefront.shortlink.segment.SegmentIds;
import dev.storefront.shortlink.segment.SegmentPool;
import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/**
 * A segment's way from use through quarantine back to the pool, each step one transaction that also
 * counts it in the run: who has lost the run changes nothing.
 */
@Component
@RetriedWhenLocked
@Transactional(isolation = Isolation.READ_COMMITTED, timeout = 30)
class SegmentTransitions {

  private final SegmentPool pool;
  private final Leases leases;
  private final Holdings holdings;
  private final Clock clock;

  SegmentTransitions(SegmentPool pool, Leases leases, Holdings holdings, Clock clock) {
    this.pool = pool;
    this.leases = leases;
    this.holdings = holdings;
    this.clock = clock;
  }

  /**
   * Puts a segment into quarantine: nothing of it is handed out any more. False, with everything as
   * it was, if somebody has a lease on it or it went on meanwhile.
   *
   * @param count counts it
   */
  boolean quarantine(Candidate candidate, long runId, Runnable count) {
    Segment segment = candidate.segment();
    boolean idle =
        pool.quarantine(segment, candidate.generation(), Long.toString(runId), candidate.idle())
            && !leases.anyLive(segment, candidate.generation());
    return doneOrUndone(idle, count);
  }

  void rescue(Candidate candidate, Runnable count) {
    doneOrUndone(pool.rescue(candidate.segment(), candidate.generation()), count);
  }

  /**
   * Begins the segment's next generation.
   *
   * @param closed the ids that are free in it; the others stay whose they are
   */
  void recycle(Candidate candidate, SegmentIds closed, Runnable count) {
    Segment segment = candidate.segment();
    if (doneOrUndone(pool.recycle(segment, candidate.generation(), closed), count)) {
      holdings.end(segment, closed, clock.instant());
    }
  }

  private static boolean doneOrUndone(boolean done, Runnable count) {
    if (done) {
      count.run();
    } else {
      TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
    }
    return done;
  }
}
