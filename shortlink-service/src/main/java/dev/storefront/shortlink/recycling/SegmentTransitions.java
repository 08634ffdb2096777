package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.lease.Leases;
import dev.storefront.shortlink.recycling.Candidates.Candidate;
import dev.storefront.shortlink.segment.SegmentPool;
import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Isolation;
import org.springframework.transaction.annotation.Transactional;

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
   * Puts a segment into quarantine: nothing of it is handed out any more. False if somebody still
   * has a lease on it or it went on meanwhile.
   */
  boolean quarantine(Candidate candidate, String runId) {
    Segment segment = candidate.segment();
    pool.hold(segment); // from here on no new lease can come to be
    boolean idle =
        !leases.anyLive(segment, candidate.generation())
            && pool.quarantine(segment, candidate.generation(), runId);
    if (!idle) {
      pool.release(segment);
    }
    return idle;
  }

  void rescue(Candidate candidate, String runId) {
    if (pool.rescue(candidate.segment(), candidate.generation())) {
      runs.addRescued(runId);
    }
  }

  void recycle(Candidate candidate, String runId) {
    if (pool.recycle(candidate.segment(), candidate.generation())) {
      leases.end(candidate.segment(), candidate.generation(), clock.instant());
      runs.addRecycled(runId);
    }
  }
}
