package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Segment;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.segment.Candidate;
import dev.storefront.shortlink.segment.SegmentIds;
import java.sql.ResultSet;
import java.sql.SQLException;
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

  /** Of one that is in use all ids may be idle, as far as this says. */
  private static final String SEGMENTS =
      "SELECT tier, segment, generation, last_dispatched_at, idle FROM segments s";

  private final JdbcClient jdbc;
  private final JdbcTemplate batches;

  Candidates(JdbcClient jdbc, JdbcTemplate batches) {
    this.jdbc = jdbc;
    this.batches = batches;
  }

  /** Segments of which ids were handed out on that day, from {@code from} on. */
  List<Candidate> dispatchedOn(Tier tier, LocalDate day, long from, int limit) {
    return jdbc.sql(
            SEGMENTS
                + " WHERE s.tier = ? AND s.segment >= ? AND s.state = 'ISSUED'"
                + " AND EXISTS (SELECT 1 FROM dispatches d WHERE d.tier = s.tier"
                // What lives on of an earlier generation has the day of its own.
                + " AND d.segment = s.segment"
                + " AND (d.generation = s.generation OR d.ended_at IS NULL)"
                + " AND d.dispatched_on = ?) ORDER BY s.segment LIMIT ?")
        .params(tier.length(), from, day, limit)
        .query(Candidates::candidate)
        .list();
  }

  /** Segments that were due to be looked at by that time; those that are due longest. */
  List<Candidate> due(Tier tier, Instant time, int limit) {
    return jdbc
        .sql(
            SEGMENTS
                + " WHERE tier = ? AND state = 'ISSUED' AND check_after <= ?"
                + " ORDER BY check_after LIMIT ?")
        .params(tier.length(), time.toEpochMilli(), limit)
        .query(Candidates::candidate)
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
            SEGMENTS + " WHERE run_id = ? AND state = 'QUARANTINE' ORDER BY segment LIMIT ?")
        .params(Long.toString(runId), limit)
        .query(Candidates::candidate)
        .list();
  }

  private static Candidate candidate(ResultSet row, int n) throws SQLException {
    Segment segment = new Segment(Tier.of(row.getInt("tier")), row.getLong("segment"));
    return new Candidate(
        segment,
        row.getInt("generation"),
        Instant.ofEpochMilli(row.getLong("last_dispatched_at")),
        SegmentIds.decode(segment, row.getBytes("idle")));
  }
}
