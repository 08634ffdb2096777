package dev.storefront.shortlink.recycling;

import dev.storefront.shortlink.code.Tier;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
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

  /** Makes the worker the only one to work on the run; false if another one is at it. */
  boolean claim(String id, String worker, Instant now, Duration claim) {
    return jdbc.sql(
                "UPDATE recycling_runs SET worker = ?, claimed_until = ? WHERE id = ? AND "
                    + UNFINISHED
                    + " AND (worker = ? OR claimed_until < ?)")
            .params(worker, now.plus(claim).toEpochMilli(), id, worker, now.toEpochMilli())
            .update()
        == 1;
  }

  void begin(String id) {
    jdbc.sql("UPDATE recycling_runs SET state = 'CHECKING' WHERE id = ?").param(id).update();
  }

  void addChecked(String id, long nextSegment, long checked, long idle) {
    jdbc.sql(
            "UPDATE recycling_runs SET next_segment = ?, segments_checked = segments_checked + ?,"
                + " idle = idle + ?, live = live + ? WHERE id = ?")
        .params(nextSegment, checked, idle, checked - idle, id)
        .update();
  }

  void quarantine(String id, Instant until) {
    jdbc.sql("UPDATE recycling_runs SET state = 'QUARANTINE', quarantine_until = ? WHERE id = ?")
        .params(until.toEpochMilli(), id)
        .update();
  }

  void addRecycled(String id) {
    jdbc.sql("UPDATE recycling_runs SET recycled = recycled + 1 WHERE id = ?").param(id).update();
  }

  void addRescued(String id) {
    jdbc.sql("UPDATE recycling_runs SET rescued = rescued + 1 WHERE id = ?").param(id).update();
  }

  void finish(String id, Run.State state, @Nullable String reason, Instant now) {
    jdbc.sql("UPDATE recycling_runs SET state = ?, reason = ?, finished_at = ? WHERE id = ?")
        .param(state.name())
        .param(reason)
        .param(now.toEpochMilli())
        .param(id)
        .update();
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
