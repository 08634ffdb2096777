package dev.storefront.flashsale.recovery;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;

/**
 * New recoveries in MySQL. All but {@link #isClosed}, {@link #areAllClosed} and {@link
 * #withoutBusy} is called in one transaction.
 */
@Repository
class RecoveryStarts {

  /** Until then, what failed is not begun again without being asked for. */
  private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final Clock clock;

  RecoveryStarts(JdbcClient db, JdbcTemplate batches, Clock clock) {
    this.db = db;
    this.batches = batches;
    this.clock = clock;
  }

  /** Keeps others from starting one until the transaction ends. */
  void lock() {
    db.sql("SELECT id FROM recovery_start WHERE id = 1 FOR UPDATE").query(Long.class).single();
  }

  /** Nobody works on it before {@link #ready}, for the transaction has yet to end. */
  long create(boolean automatic) {
    GeneratedKeyHolder key = new GeneratedKeyHolder();
    db.sql("INSERT INTO recovery (automatic, started_at, promotions) VALUES (?, ?, 0)")
        .params(automatic, clock.millis())
        .update(key, "id");
    Number id = key.getKey();
    if (id == null) {
      throw new IllegalStateException("MySQL gave the recovery no id");
    }
    return id.longValue();
  }

  /** Adds those that no recovery is about to rebuild. */
  void add(long recovery, List<Long> promotions) {
    batches.batchUpdate(
        """
        INSERT INTO recovery_promotion (recovery_id, promotion_id, unfinished) VALUES (?, ?, 1)
        ON DUPLICATE KEY UPDATE promotion_id = VALUES(promotion_id)""",
        promotions.stream().map(promotion -> new Object[] {recovery, promotion}).toList());
  }

  int count(long recovery) {
    return db.sql("SELECT COUNT(*) FROM recovery_promotion WHERE recovery_id = ?")
        .param(recovery)
        .query(Integer.class)
        .single();
  }

  /** Lets it begin; one of no promotions is done. */
  void ready(long recovery) {
    int promotions = count(recovery);
    db.sql("UPDATE recovery SET promotions = :promotions, finished_at = :finished WHERE id = :id")
        .param("promotions", promotions)
        .param("finished", promotions == 0 ? clock.millis() : null)
        .param("id", recovery)
        .update();
  }

  /** False as long as whichever recovery rebuilds the promotion has yet to close it. */
  boolean isClosed(long promotion) {
    return db.sql(
            """
            SELECT COUNT(*) FROM recovery_promotion
            WHERE promotion_id = ? AND unfinished = 1 AND closed_at IS NULL""")
        .param(promotion)
        .query(Long.class)
        .single()
        .equals(0L);
  }

  /** False as long as any recovery has yet to close one of its promotions. */
  boolean areAllClosed() {
    return db.sql(
            """
            SELECT COUNT(*) FROM recovery r JOIN recovery_promotion p ON p.recovery_id = r.id
            WHERE r.finished_at IS NULL AND p.unfinished = 1 AND p.closed_at IS NULL""")
        .query(Long.class)
        .single()
        .equals(0L);
  }

  void delete(long recovery) {
    db.sql("DELETE FROM recovery WHERE id = ?").param(recovery).update();
  }

  OptionalLong unfinishedOf(long promotion) {
    return db
        .sql("SELECT recovery_id FROM recovery_promotion WHERE promotion_id = ? AND unfinished = 1")
        .param(promotion)
        .query(Long.class)
        .list()
        .stream()
        .mapToLong(Long::longValue)
        .findAny();
  }

  OptionalLong latestUnfinished() {
    return db
        .sql("SELECT id FROM recovery WHERE finished_at IS NULL ORDER BY id DESC LIMIT 1")
        .query(Long.class)
        .list()
        .stream()
        .mapToLong(Long::longValue)
        .findAny();
  }

  /** Leaves out what is being rebuilt, and what has just failed to be. */
  List<Long> withoutBusy(Collection<Long> promotions) {
    if (promotions.isEmpty()) {
      return List.of();
    }
    Set<Long> busy =
        db
            .sql(
                """
                SELECT promotion_id FROM recovery_promotion WHERE promotion_id IN (:promotions)
                  AND (unfinished = 1 OR (failure IS NOT NULL AND finished_at > :since))""")
            .param("promotions", promotions)
            .param("since", clock.millis() - AFTER_FAILURE.toMillis())
            .query(Long.class)
            .list()
            .stream()
            .collect(Collectors.toSet());
    return promotions.stream().filter(promotion -> !busy.contains(promotion)).sorted().toList();
  }
}
