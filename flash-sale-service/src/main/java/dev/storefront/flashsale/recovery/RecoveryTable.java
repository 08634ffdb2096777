package dev.storefront.flashsale.recovery;

import dev.storefront.flashsale.recovery.Recovery.Wait;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Recoveries, for every instance to see, and to go on with when theirs ended. */
@Repository
class RecoveryTable {

  private final JdbcClient db;
  private final RecoveryProperties properties;
  private final Clock clock;

  RecoveryTable(JdbcClient db, RecoveryProperties properties, Clock clock) {
    this.db = db;
    this.properties = properties;
    this.clock = clock;
  }

  Optional<Recovery> find(long id) {
    return db.sql("SELECT * FROM recovery WHERE id = ?")
        .param(id)
        .query(RecoveryTable::recovery)
        .optional();
  }

  /**
   * The newest first.
   *
   * @param beforeId the last of the page before
   */
  List<Recovery> page(long beforeId, int max) {
    return db.sql("SELECT * FROM recovery WHERE id < ? ORDER BY id DESC LIMIT ?")
        .params(beforeId, max)
        .query(RecoveryTable::recovery)
        .list();
  }

  /** Why promotions stay closed, or are closed for longer than usual, by their id. */
  List<Failure> failures(long id, int max) {
    return db.sql(
            """
            SELECT promotion_id, failure FROM recovery_promotion
            WHERE recovery_id = ? AND failure IS NOT NULL ORDER BY promotion_id LIMIT ?""")
        .params(id, max)
        .query((row, n) -> new Failure(row.getLong("promotion_id"), row.getString("failure")))
        .list();
  }

  /** Takes on the oldest recovery that nobody works on. */
  @Transactional
  Optional<Recovery> claim(String owner) {
    Optional<Recovery> free =
        db.sql(
                """
                SELECT * FROM recovery
                WHERE finished_at IS NULL AND leased_until < ?
                ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED""")
            .param(clock.millis())
            .query(RecoveryTable::recovery)
            .optional();
    free.ifPresent(recovery -> takeOn(recovery.id(), owner));
    return free.flatMap(recovery -> find(recovery.id()));
  }

  /** Whoever had it before may have closed its promotions under another fence: all begin anew. */
  private void takeOn(long id, String owner) {
    db.sql(
            """
            UPDATE recovery SET takeovers = takeovers + (owner IS NOT NULL), owner = ?,
              leased_until = ? WHERE id = ?""")
        .params(owner, leasedUntil(), id)
        .update();
    db.sql(
            """
            UPDATE recovery_promotion SET closed_at = NULL, failure = NULL
            WHERE recovery_id = ? AND unfinished = 1""")
        .param(id)
        .update();
  }

  /** Recoveries that this instance works on. */
  List<Recovery> ownedBy(String owner) {
    return db.sql("SELECT * FROM recovery WHERE finished_at IS NULL AND owner = ? ORDER BY id")
        .param(owner)
        .query(RecoveryTable::recovery)
        .list();
  }

  /**
   * Keeps the recovery for some more time.
   *
   * @return false if it belongs to somebody else by now
   */
  boolean renew(long id, String owner, long rowsRead, @Nullable Wait waitingFor) {
    return db.sql(
                """
                UPDATE recovery SET leased_until = :until, rows_read = rows_read + :rows,
                  waiting_for = :wait
                WHERE id = :id AND owner = :owner AND finished_at IS NULL""")
            .param("until", leasedUntil())
            .param("rows", rowsRead)
            .param("wait", waitingFor == null ? null : waitingFor.name())
            .param("id", id)
            .param("owner", owner)
            .update()
        > 0;
  }

  /** What has yet to be rebuilt, by id. */
  List<RecoveryPromotion> unfinished(long id, long afterPromotionId, int max) {
    return db.sql(
            """
            SELECT promotion_id, closed_at, tries, failure FROM recovery_promotion
            WHERE recovery_id = ? AND promotion_id > ? AND unfinished = 1
            ORDER BY promotion_id LIMIT ?""")
        .params(id, afterPromotionId, max)
        .query(
            (row, n) ->
                new RecoveryPromotion(
                    row.getLong("promotion_id"),
                    time(row, "closed_at"),
                    row.getInt("tries"),
                    row.getString("failure")))
        .list();
  }

  void closed(long id, long promotionId, Instant at) {
    db.sql("UPDATE recovery_promotion SET closed_at = ? WHERE recovery_id = ? AND promotion_id = ?")
        .params(at.toEpochMilli(), id, promotionId)
        .update();
  }

  /**
   * Tells why a promotion is closed for longer than usual, until it is finished or begins anew.
   *
   * @param why null if it is not, any more
   */
  void delayed(long id, long promotionId, @Nullable String why) {
    db.sql(
            """
            UPDATE recovery_promotion SET failure = :why
            WHERE recovery_id = :id AND promotion_id = :promotion AND unfinished = 1""")
        .param("why", why)
        .param("id", id)
        .param("promotion", promotionId)
        .update();
  }

  /** Its rebuild came to nothing, and begins again. */
  void again(long id, long promotionId) {
    db.sql(
            """
            UPDATE recovery_promotion SET closed_at = NULL, failure = NULL, tries = tries + 1
            WHERE recovery_id = ? AND promotion_id = ?""")
        .params(id, promotionId)
        .update();
  }

  /**
   * Ends a promotion's rebuild; with the last of them the recovery ends.
   *
   * @param failure why it stays closed, null if it does not
   */
  @Transactional
  void finished(long id, long promotionId, @Nullable String failure) {
    long now = clock.millis();
    int changed =
        db.sql(
                """
                UPDATE recovery_promotion
                SET unfinished = NULL, failure = :failure, finished_at = :now
                WHERE recovery_id = :id AND promotion_id = :promotion AND unfinished = 1""")
            .param("failure", failure)
            .param("now", now)
            .param("id", id)
            .param("promotion", promotionId)
            .update();
    // MySQL assigns from left to right.
    db.sql(
            """
            UPDATE recovery SET done = done + ?, failed = failed + ?,
              finished_at = IF(done + failed >= promotions, ?, NULL),
              waiting_for = IF(done + failed >= promotions, NULL, waiting_for)
            WHERE id = ?""")
        .params(failure == null ? changed : 0, failure == null ? 0 : changed, now, id)
        .update();
  }

  /** A promotion that stays closed, or is closed for longer than usual, and why. */
  record Failure(long promotionId, String reason) {}

  private long leasedUntil() {
    return clock.millis() + properties.lease().toMillis();
  }

  private static Recovery recovery(ResultSet row, int index) throws SQLException {
    String waitingFor = row.getString("waiting_for");
    return new Recovery(
        row.getLong("id"),
        row.getBoolean("automatic"),
        Instant.ofEpochMilli(row.getLong("started_at")),
        time(row, "finished_at"),
        row.getInt("promotions"),
        row.getInt("done"),
        row.getInt("failed"),
        row.getLong("rows_read"),
        waitingFor == null ? null : Wait.valueOf(waitingFor),
        row.getInt("takeovers"));
  }

  private static @Nullable Instant time(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? null : Instant.ofEpochMilli(millis);
  }
}
