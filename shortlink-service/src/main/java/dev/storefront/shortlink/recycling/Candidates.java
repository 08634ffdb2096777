package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which segments a run looks at, and when. */
@Component
class Candidates {

  private final JdbcClient jdbc;
  private final JdbcTemplate batches;

  Candidates(JdbcClient jdbc, JdbcTemplate batches) {
    this.jdbc = jdbc;
    this.batches = batches;
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

  /** Segments that were due to be looked at by that time; those that are due longest. */
  List<Candidate> due(Tier tier, Instant time, int limit) {
    return jdbc
        .sql(
            "SELECT segment, generation, last_dispatched_at FROM segments WHERE tier = ?"
                + " AND state = 'ISSUED' AND check_after <= ? ORDER BY check_after LIMIT ?")
        .params(tier.length(), time.toEpochMilli(), limit)
        .query((row, n) -> candidate(tier, row.getLong(1), row.getInt(2), row.getLong(3)))
        .list()
        .stream()
        .sorted(Comparator.comparingLong(candidate -> candidate.segment().index()))
        .toList();
  }

  /** The earliest time at which there is something to look at. */
  Optional<Instant> firstDue(Tier tier) {
    return jdbc.sql("SELECT MIN(check_after) FROM segments WHERE tier = ? AND state = 'ISSUED'")
        .param(tier.length())
        .query(Long.class)
        .optional()
        .map(Instant::ofEpochMilli);
  }

  /** Has no run look at segments in use before that time, but for those that name a day. */
  void putOff(Map<Segment, Instant> checkAfter) {
    batches.batchUpdate(
        "UPDATE segments SET check_after = GREATEST(check_after, ?)"
            + " WHERE tier = ? AND segment = ? AND state = 'ISSUED'",
        checkAfter.entrySet().stream()
            .map(
                each ->
                    new Object[] {
                      each.getValue().toEpochMilli(),
                      each.getKey().tier().length(),
                      each.getKey().index()
                    })
            .toList());
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
