package dev.storefront.history.pause;

import dev.storefront.common.database.Retention;
import dev.storefront.history.core.HistoryRules;
import dev.storefront.history.core.Pauses;
import dev.storefront.history.core.Pauses.Pause;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Repository;

/** The table {@code paused_recording}. */
@Repository
class PauseTable {

  private static final long MOST_FORGOTTEN = 1_000_000;

  private final JdbcClient db;
  private final Clock clock;

  PauseTable(JdbcClient db, Clock clock) {
    this.db = db;
    this.clock = clock;
  }

  /**
   * A pause begins, unless one goes on; after an erasure by a clock that is ahead, behind its time.
   *
   * @return false if the user has as many as are remembered
   */
  boolean begin(String user, long now) {
    int begun =
        db.sql(
                """
                INSERT IGNORE INTO paused_recording (user_id, paused_at, changed_at)
                SELECT ?, GREATEST(?, COALESCE(MAX(paused_at) + 1, 0), COALESCE((
                  SELECT erased_at + 1 FROM cleared_history WHERE user_id = ?), 0)), ?
                FROM paused_recording WHERE user_id = ?
                HAVING COUNT(*) < ? AND COUNT(*) = COUNT(resumed_at)
                """)
            .params(bytes(user), now, bytes(user), now, bytes(user), Pauses.MOST)
            .update();
    return begun > 0 || isPaused(user);
  }

  /** Whatever goes on ends. */
  void end(String user, long now) {
    db.sql(
            """
            UPDATE paused_recording SET resumed_at = GREATEST(paused_at, ?), changed_at = ?
            WHERE user_id = ? AND resumed_at IS NULL
            """)
        .params(now, now, bytes(user))
        .update();
  }

  boolean isPaused(String user) {
    return db.sql("SELECT COUNT(*) FROM paused_recording WHERE user_id = ? AND resumed_at IS NULL")
            .param(bytes(user))
            .query(Long.class)
            .single()
        > 0;
  }

  Pauses of(String user) {
    return new Pauses(
        db.sql(
                """
                SELECT paused_at, resumed_at FROM paused_recording WHERE user_id = ?
                ORDER BY paused_at DESC LIMIT ?
                """)
            .params(bytes(user), Pauses.MOST)
            .query(
                (row, n) -> {
                  Long end = row.getObject("resumed_at", Long.class);
                  return new Pause(row.getLong("paused_at"), end == null ? Pause.OPEN : end);
                })
            .list());
  }

  /** Who changed something, in the order of the times; a user may come more than once. */
  List<PausePlace> changedAfter(PausePlace place, int most) {
    return db.sql(
            """
            SELECT changed_at, user_id, paused_at FROM paused_recording
            WHERE changed_at >= ?
              AND (changed_at > ? OR user_id > ? OR (user_id = ? AND paused_at > ?))
            ORDER BY changed_at, user_id, paused_at LIMIT ?
            """)
        .params(
            place.time(),
            place.time(),
            bytes(place.user()),
            bytes(place.user()),
            place.pausedAt(),
            most)
        .query(
            (row, n) ->
                new PausePlace(
                    row.getLong("changed_at"),
                    new String(row.getBytes("user_id"), StandardCharsets.UTF_8),
                    row.getLong("paused_at")))
        .list();
  }

  /** Forgets a user's pauses up to a time; one that holds longer begins after it. */
  void forget(String user, long upTo) {
    db.sql("DELETE FROM paused_recording WHERE user_id = ? AND paused_at <= ? AND resumed_at <= ?")
        .params(bytes(user), upTo, upTo)
        .update();
    // Two that overlap, by clocks that differ, cannot both begin there: the shorter one stays.
    db.sql(
            """
            UPDATE IGNORE paused_recording SET paused_at = ?, changed_at = ?
            WHERE user_id = ? AND paused_at <= ? AND (resumed_at IS NULL OR resumed_at > ?)
            ORDER BY resumed_at IS NULL DESC, resumed_at DESC
            """)
        .params(upTo + 1, clock.millis(), bytes(user), upTo, upTo)
        .update();
  }

  /** Forgets what hides nothing any more; every instance does, and finds little to do. */
  @Scheduled(fixedDelayString = "${history.deletions.forget-every:1h}", initialDelayString = "1m")
  void forget() {
    long before = clock.instant().minus(HistoryRules.DELETION_LIFETIME).toEpochMilli();
    Retention.forget(
        db, MOST_FORGOTTEN, "DELETE FROM paused_recording WHERE resumed_at < ?", before);
  }

  private static byte[] bytes(String user) {
    return user.getBytes(StandardCharsets.UTF_8);
  }
}
