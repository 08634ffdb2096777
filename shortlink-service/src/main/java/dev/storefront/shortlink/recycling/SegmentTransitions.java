package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.recycling.Candidates.Candidate;
import dev.storefront.shortlink.segment.RetriedWhenLocked;
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
@Transactional(isolation = Isolation.READ_COMMITTED, timeout = 5)
class SegmentTransitions {

  private final SegmentPool pool;
  private final Leases leases;
  private final Clock clock;

  SegmentTransitions(SegmentPool pool, Leases leases, Clock clock) {
    this.pool = pool;
    this.leases = leases;
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
        pool.quarantine(segment, candidate.generation(), Long.toString(runId))
            && !leases.anyLive(segment, candidate.generation());
    return doneOrUndone(idle, count);
  }

  void rescue(Candidate candidate, Runnable count) {
    doneOrUndone(pool.rescue(candidate.segment(), candidate.generation()), count);
  }

  void recycle(Candidate candidate, Runnable count) {
    if (doneOrUndone(pool.recycle(candidate.segment(), candidate.generation()), count)) {
      leases.end(candidate.segment(), candidate.generation(), clock.instant());
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
