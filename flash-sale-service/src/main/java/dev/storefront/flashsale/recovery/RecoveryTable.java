package dev.storefront.flashsale.recovery;

import dev.storefront.flashsale.barrier.OffsetBarriers;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The promotions of recoveries. What changes one is called in a transaction with its run. */
@Repository
class RecoveryTable {

  /** Until then, what failed is not begun again without being asked for. */
  private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

  private static final String ONE = " WHERE run_id = ? AND promotion_id = ? AND unfinished = 1";

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final Clock clock;

  RecoveryTable(JdbcClient db, JdbcTemplate batches, Clock clock) {
    this.db = db;
    this.batches = batches;
    this.clock = clock;
  }

  /** Keeps others from starting a recovery until the transaction ends. */
  void lock() {
    db.sql("SELECT id FROM recovery_start WHERE id = 1 FOR UPDATE").query(Long.class).single();
  }

  void add(long recovery, List<Long> promotions) {
    batches.batchUpdate(
        "INSERT INTO recovery_promotion (run_id, promotion_id, unfinished) VALUES (?, ?, 1)",
        promotions.stream().map(promotion -> new Object[] {recovery, promotion}).toList());
  }

  /** The recovery that is about to rebuild the promotion. */
  Optional<Long> unfinishedOf(long promotion) {
    return db.sql("SELECT run_id FROM recovery_promotion WHERE promotion_id = ? AND unfinished = 1")
        .param(promotion)
        .query(Long.class)
        .optional();
  }

  Optional<Long> latestUnfinished() {
    return db.sql(
            """
            SELECT run_id FROM recovery_promotion WHERE unfinished = 1
            ORDER BY run_id DESC LIMIT 1\
            """)
        .query(Long.class)
        .optional();
  }

  /** False as long as a recovery has yet to close the promotion. */
  boolean isClosed(long promotion) {
    return areClosed("promotion_id = ?", promotion);
  }

  /** False as long as any recovery has yet to close one of its promotions. */
  boolean areAllClosed() {
    return areClosed("TRUE");
  }

  private boolean areClosed(String which, Object... parameters) {
    return db.sql(
            "SELECT COUNT(*) FROM recovery_promotion"
                + " WHERE unfinished = 1 AND closed_at IS NULL AND "
                + which)
        .params(parameters)
        .query(Long.class)
        .single()
        .equals(0L);
  }

  /** Leaves out what is in a recovery. In order. */
  List<Long> free(Collection<Long> promotions) {
    return without("unfinished = 1", promotions);
  }

  /** Leaves out what is in a recovery, and what has just failed to be rebuilt. In order. */
  List<Long> withoutBusy(Collection<Long> promotions) {
    long since = clock.millis() - AFTER_FAILURE.toMillis();
    return without(
        "(unfinished = 1 OR (failure IS NOT NULL AND finished_at > " + since + "))", promotions);
  }

  private List<Long> without(String condition, Collection<Long> promotions) {
    if (promotions.isEmpty()) {
      return List.of();
    }
    Set<Long> left =
        new HashSet<>(
            db.sql(
                    "SELECT promotion_id FROM recovery_promotion WHERE promotion_id IN (:ids) AND "
                        + condition)
                .param("ids", promotions)
                .query(Long.class)
                .list());
    return promotions.stream().filter(promotion -> !left.contains(promotion)).sorted().toList();
  }

  /** What has yet to be rebuilt, by id. */
  List<RecoveryPromotion> unfinished(long recovery, long afterPromotionId, int max) {
    return db.sql(
            """
            SELECT * FROM recovery_promotion WHERE run_id = ? AND promotion_id > ? AND unfinished = 1
            ORDER BY promotion_id LIMIT ?\
            """)
        .params(recovery, afterPromotionId, max)
        .query(RecoveryTable::promotion)
        .list();
  }

  void closed(long recovery, long promotion, Instant at, long fence) {
    db.sql("UPDATE recovery_promotion SET closed_at = ?, fence = ?" + ONE)
        .params(at.toEpochMilli(), fence, recovery, promotion)
        .update();
  }

  /** Notes what MySQL has to have before it is read. */
  void barrierSet(long recovery, long promotion, OffsetBarriers.Barrier barrier) {
    barrier
        .ends()
        .forEach(
            (partition, end) ->
                db.sql("UPDATE recovery_promotion SET ledger_partition = ?, ledger_end = ?" + ONE)
                    .params(partition, end, recovery, promotion)
                    .update());
  }

  /**
   * Tells why a promotion is closed for longer than usual, until it is finished or begins anew.
   *
   * @param why null if it is not, any more
   */
  void delayed(long recovery, long promotion, @Nullable String why) {
    db.sql("UPDATE recovery_promotion SET failure = ?" + ONE)
        .param(why)
        .param(recovery)
        .param(promotion)
        .update();
  }

  /** Its rebuild came to nothing, and begins again. */
  void again(long recovery, long promotion) {
    db.sql(
            """
            UPDATE recovery_promotion SET closed_at = NULL, ledger_partition = NULL,
              ledger_end = NULL, failure = NULL, tries = tries + 1\
            """
                + ONE)
        .params(recovery, promotion)
        .update();
  }

  /**
   * Ends a promotion's rebuild.
   *
   * @param failure why it stays closed, null if it does not
   */
  void finished(long recovery, long promotion, @Nullable String failure) {
    db.sql("UPDATE recovery_promotion SET unfinished = NULL, failure = ?, finished_at = ?" + ONE)
        .param(failure)
        .param(clock.millis())
        .param(recovery)
        .param(promotion)
        .update();
  }

  /** Gives up what a recovery has not finished, for others to rebuild. */
  void giveUp(long recovery, String why) {
    db.sql(
            """
            UPDATE recovery_promotion SET unfinished = NULL, failure = ?, finished_at = ?
            WHERE run_id = ? AND unfinished = 1\
            """)
        .params(why, clock.millis(), recovery)
        .update();
  }

  /** Why promotions stay closed, or are closed for longer than usual, by their id. */
  List<Failure> failures(long recovery, int max) {
    return db.sql(
            """
            SELECT promotion_id, failure FROM recovery_promotion
            WHERE run_id = ? AND failure IS NOT NULL ORDER BY promotion_id LIMIT ?\
            """)
        .params(recovery, max)
        .query((row, n) -> new Failure(row.getLong("promotion_id"), row.getString("failure")))
        .list();
  }

  /** A promotion that stays closed, or is closed for longer than usual, and why. */
  record Failure(long promotionId, String reason) {}

  private static RecoveryPromotion promotion(ResultSet row, int index) throws SQLException {
    long end = row.getLong("ledger_end");
    OffsetBarriers.Barrier barrier =
        row.wasNull()
            ? null
            : new OffsetBarriers.Barrier(Map.of(row.getInt("ledger_partition"), end));
    long millis = row.getLong("closed_at");
    Instant closedAt = row.wasNull() ? null : Instant.ofEpochMilli(millis);
    return new RecoveryPromotion(
        row.getLong("promotion_id"),
        closedAt,
        row.getLong("fence"),
        barrier,
        row.getInt("tries"),
        row.getString("failure"));
  }
}
