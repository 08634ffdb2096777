package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.recycling.Candidates.Candidate;
import dev.storefront.shortlink.recycling.RunStore.Claim;
import dev.storefront.shortlink.segment.SegmentPool;
import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;

/**
 * A segment's way from use through quarantine back to the pool, each step one transaction that also
 * counts it in the run. An instance whose claim on the run has gone to another one changes nothing.
 */
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
  boolean quarantine(Candidate candidate, Claim claim) {
    Segment segment = candidate.segment();
    pool.hold(segment);
    boolean idle =
        pool.quarantine(segment, candidate.generation(), claim.runId())
            && !leases.anyLive(segment, candidate.generation());
    // Once more, for a lease that was handed back meanwhile. This must come after the last look at
    // the leases: what was handed back before it is held here, and no lease can come to be since.
    pool.hold(segment);
    return doneOrUndone(idle && runs.addIdle(claim));
  }

  void rescue(Candidate candidate, Claim claim) {
    doneOrUndone(
        pool.rescue(candidate.segment(), candidate.generation()) && runs.addRescued(claim));
  }

  void recycle(Candidate candidate, Claim claim) {
    if (doneOrUndone(
        pool.recycle(candidate.segment(), candidate.generation()) && runs.addRecycled(claim))) {
      leases.end(candidate.segment(), candidate.generation(), clock.instant());
    }
  }

  private static boolean doneOrUndone(boolean done) {
    if (!done) {
      TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
    }
    return done;
  }
}
