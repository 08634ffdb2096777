package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.recycling.Candidates.Candidate;
import dev.storefront.shortlink.segment.SegmentPool;
import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/** A segment's way from use through quarantine back to the pool, each step one transaction. */
@Component
@Transactional(isolation = Isolation.READ_COMMITTED, timeout = 5)
class SegmentTransitions {

  private final SegmentPool pool;
  private final Leases leases;
  private final RunStore runs;
  private final Clock clock;

  SegmentTransitions(SegmentPool pool, Leases leases, RunStore runs, Clock clock) {
    this.pool = pool;
    this.leases = leases;
    this.runs = runs;
    this.clock = clock;
  }

  /**
   * Puts a segment into quarantine: nothing of it is handed out any more. False, with everything as
   * it was, if somebody has a lease on it or it went on meanwhile.
   */
  boolean quarantine(Candidate candidate, String runId) {
    Segment segment = candidate.segment();
    pool.hold(segment);
    boolean inUse = pool.quarantine(segment, candidate.generation(), runId);
    // Once more: a lease may have been handed back since. From here on no new one can come to be.
    pool.hold(segment);
    return doneOrUndone(inUse && !leases.anyLive(segment, candidate.generation()));
  }

  void rescue(Candidate candidate, String runId) {
    if (doneOrUndone(pool.rescue(candidate.segment(), candidate.generation()))) {
      runs.addRescued(runId);
    }
  }

  void recycle(Candidate candidate, String runId) {
    if (doneOrUndone(pool.recycle(candidate.segment(), candidate.generation()))) {
      leases.end(candidate.segment(), candidate.generation(), clock.instant());
      runs.addRecycled(runId);
    }
  }

  private static boolean doneOrUndone(boolean done) {
    if (!done) {
      TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
    }
    return done;
  }
}
