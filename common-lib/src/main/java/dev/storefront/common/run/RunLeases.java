package dev.storefront.common.run;

import static dev.storefront.common.database.DatabaseClock.NOW;
import static dev.storefront.common.run.RunTable.OPEN;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Who works on which run. Every change of its holder checks the lease in the same statement. */
final class RunLeases {

  private static final String FREE =
      "kind = ? AND pending = TRUE AND lease_until <= %1$s AND not_before <= %1$s".formatted(NOW);
  private static final String HELD = " WHERE id = ? AND fence = ? AND ";
  private static final int LONGEST_REASON = 500;
  private static final int MOST_FREE = 200;

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final long leaseMillis;

  RunLeases(JdbcClient db, JdbcTemplate batches, Duration lease) {
    this.db = db;
    this.batches = batches;
    this.leaseMillis = lease.toMillis();
  }

  /**
   * Runs that nobody works on and that have something left to do, by when they could have begun:
   * one that was put back comes after those that came meanwhile, or it would take a place again and
   * again while what it waits for is away; and before those that come later.
   */
  List<RunRow> free(String kind) {
    return db.sql("SELECT * FROM run WHERE " + FREE + " ORDER BY not_before, id LIMIT ?")
        .params(kind, MOST_FREE)
        .query(RunRow::of)
        .list();
  }

  /** Takes a run; empty if another instance was faster. */
  Optional<Lease> claim(String kind, long id, String owner) {
    int claimed =
        db.sql(
                """
                UPDATE run SET takeovers = takeovers + (owner IS NOT NULL), owner = ?,
                  fence = fence + 1, lease_until = %1$s + ?, tries = tries + 1,
                  started_at = IF(state = 'QUEUED', %1$s, started_at),
                  state = IF(state = 'QUEUED', 'RUNNING', state)
                WHERE id = ? AND %2$s\
                """
                    .formatted(NOW, FREE))
            .params(owner, leaseMillis, id, kind)
            .update();
    return claimed == 0
        ? Optional.empty()
        : db.sql("SELECT fence FROM run WHERE id = ? AND owner = ?")
            .params(id, owner)
            .query(Long.class)
            .optional()
            .map(fence -> new Lease(id, fence));
  }

  /** Keeps a run for another while, and tells its state; empty if it is lost. */
  Optional<RunState> renew(Lease lease) {
    return change(lease, "lease_until = %s + ?".formatted(NOW), "pending", leaseMillis)
        ? db.sql("SELECT state FROM run WHERE id = ?")
            .param(lease.runId())
            .query(String.class)
            .optional()
            .map(RunState::valueOf)
        : Optional.empty();
  }

  /** Saves how far a run is, in the transaction of what that counts; false if it is lost. */
  boolean save(Lease lease, String progress) {
    return change(
        lease,
        "progress = ?, tries = 0, updated_at = %1$s, lease_until = %1$s + ?".formatted(NOW),
        "state = 'RUNNING'",
        progress,
        leaseMillis);
  }

  /** Keeps the first findings of a run, {@code most} at most. */
  void add(Lease lease, List<String> findings, int most) {
    if (findings.isEmpty()) {
      return;
    }
    int before =
        db.sql("SELECT COUNT(*) FROM run_finding WHERE run_id = ?")
            .param(lease.runId())
            .query(Integer.class)
            .single();
    batches.batchUpdate(
        "INSERT INTO run_finding (run_id, finding) VALUES (?, ?)",
        findings.stream()
            .limit(Math.max(0, most - before))
            .map(finding -> new Object[] {lease.runId(), finding})
            .toList());
  }

  /** Ends a run, and keeps it to be cleared; false if it is lost. */
  boolean end(Lease lease, RunState state, @Nullable String failure) {
    return change(
        lease,
        "state = ?, failure = ?, open_key = NULL, tries = 0, finished_at = %1$s, updated_at = %1$s"
            .formatted(NOW),
        "state = 'RUNNING'",
        state.name(),
        failure == null ? null : cut(failure));
  }

  /** A run that is over has left nothing any more. */
  void cleared(Lease lease) {
    change(lease, "pending = FALSE, owner = NULL, lease_until = 0", "NOT (" + OPEN + ")");
  }

  /**
   * Gives a run back, to be gone on with after that time; its holder has lost it then. With no time
   * to wait it keeps its place among the others.
   */
  void release(Lease lease, Duration after) {
    giveBack(
        lease, "not_before = IF(%2$s, not_before, %1$s + ?)".formatted(NOW, after.isZero()), after);
  }

  /**
   * As {@link #release}, for one that waits and is not in trouble; who cancelled it in between has
   * it cleared at once.
   */
  void postpone(Lease lease, Duration after) {
    giveBack(lease, "tries = 0, not_before = IF(%s, %s + ?, 0)".formatted(OPEN, NOW), after);
  }

  private void giveBack(Lease lease, String change, Duration after) {
    change(
        lease,
        "owner = NULL, lease_until = 0, fence = fence + 1, " + change,
        "pending",
        after.toMillis());
  }

  private boolean change(
      Lease lease, String change, String condition, @Nullable Object... parameters) {
    return db.sql("UPDATE run SET " + change + HELD + condition)
            .params(parameters)
            .param(lease.runId())
            .param(lease.fence())
            .update()
        == 1;
  }

  static String cut(String text) {
    return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON - 3) + "...";
  }
}
