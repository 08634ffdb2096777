package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which segments a run looks at. */
@Component
class Candidates {

  private final JdbcClient jdbc;

  Candidates(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /** Segments of which ids were handed out on that day, from {@code from} on. */
  List<Candidate> dispatchedOn(Tier tier, LocalDate day, long from, int limit) {
    return jdbc.sql(
            "SELECT s.segment, s.generation, s.last_dispatched_at FROM segments s"
                + " WHERE s.tier = ? AND s.segment >= ? AND s.state = 'ISSUED'"
                + " AND EXISTS (SELECT 1 FROM dispatches d WHERE d.tier = s.tier"
                + " AND d.segment = s.segment AND d.generation = s.generation"
                + " AND d.dispatched_on = ?) ORDER BY s.segment LIMIT ?")
        .params(tier.length(), from, day, limit)
        .query((row, n) -> candidate(tier, row.getLong(1), row.getInt(2), row.getLong(3)))
        .list();
  }

  /** Segments last handed out before that time, from {@code from} on. */
  List<Candidate> dispatchedBefore(Tier tier, Instant time, long from, int limit) {
    return jdbc.sql(
            "SELECT segment, generation, last_dispatched_at FROM segments WHERE tier = ?"
                + " AND segment >= ? AND state = 'ISSUED' AND last_dispatched_at <= ?"
                + " ORDER BY segment LIMIT ?")
        .params(tier.length(), from, time.toEpochMilli(), limit)
        .query((row, n) -> candidate(tier, row.getLong(1), row.getInt(2), row.getLong(3)))
        .list();
  }

  /** Segments that the run has in quarantine. */
  List<Candidate> quarantinedBy(long runId, int limit) {
    return jdbc.sql(
            "SELECT tier, segment, generation, last_dispatched_at, idle FROM segments"
                + " WHERE run_id = ? AND state = 'QUARANTINE' ORDER BY segment LIMIT ?")
        .params(Long.toString(runId), limit)
        .query(
            (row, n) -> {
              Segment segment = new Segment(Tier.of(row.getInt(1)), row.getLong(2));
              return candidate(segment.tier(), segment.index(), row.getInt(3), row.getLong(4))
                  .withIdle(SegmentIds.decode(segment, row.getBytes(5)));
            })
        .list();
  }

  private static Candidate candidate(Tier tier, long index, int generation, long dispatchedAt) {
    Segment segment = new Segment(tier, index);
    return new Candidate(
        segment, generation, Instant.ofEpochMilli(dispatchedAt), SegmentIds.all(segment));
  }
}
