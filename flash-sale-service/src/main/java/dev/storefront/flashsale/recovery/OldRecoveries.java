package dev.storefront.flashsale.recovery;

import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Deletes recoveries that were finished long ago. The newest one stays: whatever the database does
 * when it starts again, later ones have higher numbers.
 */
@Component
class OldRecoveries {

  private static final Logger log = LoggerFactory.getLogger(OldRecoveries.class);
  private static final int PAGE = 100;

  private final JdbcClient db;
  private final TransactionTemplate transaction;
  private final RecoveryProperties properties;
  private final Clock clock;

  OldRecoveries(
      JdbcClient db, TransactionTemplate transaction, RecoveryProperties properties, Clock clock) {
    this.db = db;
    this.transaction = transaction;
    this.properties = properties;
    this.clock = clock;
  }

  /** Several instances may do it at the same time. */
  @Scheduled(fixedDelay = 3_600_000)
  void delete() {
    try {
      List<Long> page = old();
      while (!page.isEmpty()) {
        page.forEach(this::delete);
        page = old();
      }
    } catch (RuntimeException e) {
      log.warn("Old recoveries are deleted later: {}", e.toString());
    }
  }

  private List<Long> old() {
    return db.sql(
            """
            SELECT id FROM recovery
            WHERE finished_at < ? AND id < (SELECT MAX(id) FROM recovery)
            ORDER BY finished_at LIMIT ?\
            """)
        .params(clock.instant().minus(properties.kept()).toEpochMilli(), PAGE)
        .query(Long.class)
        .list();
  }

  private void delete(long recovery) {
    transaction.executeWithoutResult(
        status -> {
          db.sql("DELETE FROM recovery_promotion WHERE recovery_id = ?").param(recovery).update();
          db.sql("DELETE FROM recovery WHERE id = ?").param(recovery).update();
        });
  }
}
