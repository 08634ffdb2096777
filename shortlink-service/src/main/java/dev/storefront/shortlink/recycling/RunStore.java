package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Tier;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Runs and their progress in the database, so that any instance can go on where one stopped. */
@Component
class RunStore {

  private static final String UNFINISHED = "state IN ('QUEUED', 'CHECKING', 'QUARANTINE')";

  private final JdbcClient jdbc;

  RunStore(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  void insert(String id, Tier tier, @Nullable LocalDate dispatchedOn, Instant now) {
    jdbc.sql(
            "INSERT INTO recycling_runs (id, tier, dispatched_on, state, created_at)"
                + " VALUES (?, ?, ?, 'QUEUED', ?)")
        .param(id)
        .param(tier.length())
        .param(dispatchedOn)
        .param(now.toEpochMilli())
        .update();
  }

  Optional<Run> find(String id) {
    return jdbc.sql("SELECT * FROM recycling_runs WHERE id = ?")
        .param(id)
        .query(RunStore::run)
        .optional();
  }

  /** Runs with work left, oldest first. */
  List<String> unfinished(int limit) {
    return jdbc.sql(
            "SELECT id FROM recycling_runs WHERE " + UNFINISHED + " ORDER BY created_at LIMIT ?")
        .param(limit)
        .query(String.class)
        .list();
  }

  /**
   * A worker's right to a run. Once it has gone to another worker, nothing changes by it any more.
   *
   * @param worker the name of an instance
   */
  record Claim(String runId, String worker) {}

  /** Makes the worker the only one to work on the run; false if another one is at it. */
  boolean claim(Claim claim, Instant now, Duration duration) {
    return jdbc.sql(
                "UPDATE recycling_runs SET worker = ?, claimed_until = ? WHERE id = ? AND "
                    + UNFINISHED
                    + " AND (worker = ? OR claimed_until < ?)")
            .params(
                claim.worker(),
                now.plus(duration).toEpochMilli(),
                claim.runId(),
                claim.worker(),
                now.toEpochMilli())
            .update()
        == 1;
  }

  boolean begin(Claim claim) {
    return change(claim, "state = 'CHECKING'", "state = 'QUEUED'");
  }

  /** Counts a segment that was put into quarantine. */
  boolean addIdle(Claim claim) {
    return change(
        claim, "segments_checked = segments_checked + 1, idle = idle + 1", "state = 'CHECKING'");
  }

  /**
   * Counts the live segments of a page and goes on to the next one, once.
   *
   * @param from where the page begins
   * @param next where the next one does
   */
  boolean addLive(Claim claim, long from, long next, long live) {
    return change(
        claim,
        "next_segment = ?, segments_checked = segments_checked + ?, live = live + ?",
        "state = 'CHECKING' AND next_segment = ?",
        next,
        live,
        live,
        from);
  }

  boolean quarantine(Claim claim, Instant until) {
    return change(
        claim,
        "state = 'QUARANTINE', quarantine_until = ?",
        "state = 'CHECKING'",
        until.toEpochMilli());
  }

  boolean addRecycled(Claim claim) {
    return change(claim, "recycled = recycled + 1", "state = 'QUARANTINE'");
  }

  boolean addRescued(Claim claim) {
    return change(claim, "rescued = rescued + 1", "state = 'QUARANTINE'");
  }

  boolean finish(Claim claim, Run.State state, @Nullable String reason, Instant now) {
    return change(
        claim,
        "state = ?, reason = ?, finished_at = ?",
        UNFINISHED,
        state.name(),
        reason,
        now.toEpochMilli());
  }

  private boolean change(
      Claim claim, String change, String condition, @Nullable Object... parameters) {
    List<@Nullable Object> all = new ArrayList<>(Arrays.asList(parameters));
    all.add(claim.runId());
    all.add(claim.worker());
    return jdbc.sql(
                "UPDATE recycling_runs SET %s WHERE %s AND id = ? AND worker = ?"
                    .formatted(change, condition))
            .params(all)
            .update()
        == 1;
  }

  private static Run run(ResultSet row, int n) throws SQLException {
    return new Run(
        row.getString("id"),
        Tier.of(row.getInt("tier")),
        row.getObject("dispatched_on", LocalDate.class),
        Run.State.valueOf(row.getString("state")),
        row.getString("reason"),
        row.getLong("next_segment"),
        row.getLong("segments_checked"),
        row.getLong("idle"),
        row.getLong("live"),
        row.getLong("recycled"),
        row.getLong("rescued"),
        Instant.ofEpochMilli(row.getLong("created_at")),
        instant(row, "quarantine_until"),
        instant(row, "finished_at"));
  }

  private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}
