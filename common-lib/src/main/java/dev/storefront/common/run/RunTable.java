package dev.storefront.common.run;

import static dev.storefront.common.database.DatabaseClock.NOW;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.CannotAcquireLockException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The tables {@code run} and {@code run_finding}: what whoever asks for runs needs of them. */
final class RunTable {

  static final String OPEN = "state IN ('QUEUED', 'RUNNING')";

  /** Each with all that it found, which goes in the same statement. */
  private static final int FORGOTTEN_AT_ONCE = 20;

  private final JdbcClient db;

  RunTable(JdbcClient db) {
    this.db = db;
  }

  /**
   * Notes a new run.
   *
   * @param openKey at most one run of the kind that is not over has it; null for none
   * @param follows the run about the same subject after which it comes, 0 for the first; at most
   *     one follows another. Null if it follows none
   * @throws DuplicateKeyException if another one has the key, or follows that run
   */
  long insert(
      String kind,
      String subject,
      @Nullable String openKey,
      @Nullable Long follows,
      String request,
      String start) {
    GeneratedKeyHolder key = new GeneratedKeyHolder();
    db.sql(
            """
            INSERT INTO run (kind, subject, open_key, follows, state, pending, request, progress,
              created_at, updated_at, not_before, tries, fence, lease_until)
            VALUES (?, ?, ?, ?, 'QUEUED', TRUE, ?, ?, %1$s, %1$s, %1$s, 0, 0, 0)\
            """
                .formatted(NOW))
        .param(kind)
        .param(subject)
        .param(openKey)
        .param(follows)
        .param(request)
        .param(start)
        .update(key, "id");
    return Objects.requireNonNull(key.getKey(), "The database gave the run no id").longValue();
  }

  /** The run that is not over and has the key, as far as the transaction sees. */
  Optional<Long> withKey(String kind, String openKey) {
    return withKey(kind, openKey, "");
  }

  /**
   * The same for whom another one's key was in the way, which a transaction may be too old to see.
   * Empty too if this look lost a deadlock to who takes the key just now.
   */
  Optional<Long> withKeyNow(String kind, String openKey) {
    try {
      return withKey(kind, openKey, " LOCK IN SHARE MODE");
    } catch (CannotAcquireLockException e) {
      if (isInTransaction()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** True if a deadlock that is lost takes a transaction with it. */
  static boolean isInTransaction() {
    return TransactionSynchronizationManager.isActualTransactionActive();
  }

  private Optional<Long> withKey(String kind, String openKey, String how) {
    return db.sql("SELECT id FROM run WHERE kind = ? AND open_key = ?" + how)
        .params(kind, openKey)
        .query(Long.class)
        .optional();
  }

  Optional<RunRow> find(String kind, long id) {
    return db.sql("SELECT * FROM run WHERE kind = ? AND id = ?")
        .params(kind, id)
        .query(RunRow::of)
        .optional();
  }

  /** The newest first. */
  List<RunRow> page(String kind, long beforeId, int limit) {
    return db.sql("SELECT * FROM run WHERE kind = ? AND id < ? ORDER BY id DESC LIMIT ?")
        .params(kind, beforeId, limit)
        .query(RunRow::of)
        .list();
  }

  /** As {@link #page(String, long, int)}, of one subject. */
  List<RunRow> page(String kind, String subject, long beforeId, int limit) {
    return db.sql(
            "SELECT * FROM run WHERE kind = ? AND subject = ? AND id < ? ORDER BY id DESC LIMIT ?")
        .params(kind, subject, beforeId, limit)
        .query(RunRow::of)
        .list();
  }

  /**
   * The last run of a subject, 0 if there is none, after which it is time for the next one; empty
   * as long as it has not been over for that long.
   */
  Optional<Long> lastIfOver(String kind, String subject, Duration time) {
    return db.sql(
            """
            SELECT IF(finished_at <= %s - ?, id, -1) FROM run
            WHERE kind = ? AND subject = ? ORDER BY id DESC LIMIT 1\
            """
                .formatted(NOW))
        .params(time.toMillis(), kind, subject)
        .query(Long.class)
        .optional()
        .or(() -> Optional.of(0L))
        .filter(last -> last >= 0);
  }

  /** Runs that are not over, or that have yet to be cleared; the oldest first. */
  List<RunRow> pending(String kind) {
    return db.sql("SELECT * FROM run WHERE kind = ? AND pending ORDER BY id")
        .param(kind)
        .query(RunRow::of)
        .list();
  }

  /** How many {@link #pending} has. */
  int pendingCount(String kind) {
    return db.sql("SELECT COUNT(*) FROM run WHERE kind = ? AND pending")
        .param(kind)
        .query(Integer.class)
        .single();
  }

  int open(String kind) {
    return db.sql("SELECT COUNT(*) FROM run WHERE kind = ? AND pending AND " + OPEN)
        .param(kind)
        .query(Integer.class)
        .single();
  }

  /** The age of the oldest run that is not over; nothing if there is none. */
  Duration oldest(String kind) {
    return db.sql(
            "SELECT %s - created_at FROM run WHERE kind = ? AND pending AND %s ORDER BY id LIMIT 1"
                .formatted(NOW, OPEN))
        .param(kind)
        .query(Long.class)
        .optional()
        .map(Duration::ofMillis)
        .orElse(Duration.ZERO);
  }

  /** Ends a run that is not over. Whoever works on it can save nothing more. */
  boolean cancel(String kind, long id) {
    return db.sql(
                """
                UPDATE run SET state = 'CANCELLED', open_key = NULL, not_before = 0,
                  finished_at = %1$s, updated_at = %1$s
                WHERE kind = ? AND id = ? AND %2$s\
                """
                    .formatted(NOW, OPEN))
            .params(kind, id)
            .update()
        == 1;
  }

  /** What a run found, in order, as JSON. */
  List<String> findings(long id) {
    return db.sql("SELECT finding FROM run_finding WHERE run_id = ? ORDER BY id")
        .param(id)
        .query(String.class)
        .list();
  }

  /** Forgets some of the runs that have been over for longer than that. */
  int forget(String kind, Duration kept) {
    return db.sql(
            """
            DELETE FROM run WHERE kind = ? AND NOT pending AND finished_at < %s - ?
            LIMIT %d\
            """
                .formatted(NOW, FORGOTTEN_AT_ONCE))
        .params(kind, kept.toMillis())
        .update();
  }
}
