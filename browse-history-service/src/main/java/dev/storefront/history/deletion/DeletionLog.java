package dev.storefront.history.deletion;

import dev.storefront.history.core.HistoryRules;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Repository;

/**
 * What users deleted, with the times from which on it holds: for the offline pipeline to leave out
 * of the cold rows, for as long as anything that it hides could show.
 */
@Repository
class DeletionLog {

  private static final String DELETED =
      """
      INSERT INTO deleted_view (user_id, sku_id, group_kind, group_id, deleted_at)
      VALUES (?, ?, ?, ?, ?)
      ON DUPLICATE KEY UPDATE
        group_kind = IF(VALUES(deleted_at) >= deleted_at, VALUES(group_kind), group_kind),
        group_id = IF(VALUES(deleted_at) >= deleted_at, VALUES(group_id), group_id),
        deleted_at = GREATEST(deleted_at, VALUES(deleted_at))
      """;
  private static final String CLEARED =
      """
      INSERT INTO cleared_history (user_id, cleared_at) VALUES (?, ?)
      ON DUPLICATE KEY UPDATE cleared_at = GREATEST(cleared_at, VALUES(cleared_at))
      """;
  private static final int MOST_AT_A_TIME = 2_000;
  private static final int MOST_ROUNDS = 500;

  private final JdbcTemplate jdbc;
  private final Clock clock;

  DeletionLog(JdbcTemplate jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  void deleted(String user, List<Deletion> deletions) {
    if (deletions.isEmpty()) {
      return;
    }
    byte[] id = user.getBytes(StandardCharsets.UTF_8);
    // In one order, so that two calls of a user cannot wait for each other's rows.
    List<Object[]> rows =
        deletions.stream()
            .sorted(Comparator.comparingLong(Deletion::skuId))
            .map(
                deletion ->
                    new Object[] {
                      id,
                      deletion.skuId(),
                      deletion.group().kind().name(),
                      deletion.group().id(),
                      deletion.deletedAt()
                    })
            .toList();
    jdbc.batchUpdate(DELETED, rows);
  }

  void cleared(String user, long clearedAt) {
    jdbc.update(CLEARED, user.getBytes(StandardCharsets.UTF_8), clearedAt);
  }

  /** Forgets what hides nothing any more; every instance does, and finds little to do. */
  @Scheduled(fixedDelayString = "${history.deletions.forget-every:1h}", initialDelayString = "1m")
  void forget() {
    long before = clock.instant().minus(HistoryRules.DELETION_LIFETIME).toEpochMilli();
    forget("DELETE FROM deleted_view WHERE deleted_at < ? LIMIT " + MOST_AT_A_TIME, before);
    forget("DELETE FROM cleared_history WHERE cleared_at < ? LIMIT " + MOST_AT_A_TIME, before);
  }

  private void forget(String statement, long before) {
    for (int i = 0; i < MOST_ROUNDS && jdbc.update(statement, before) == MOST_AT_A_TIME; i++) {
      // Some at a time: nobody waits for long for rows that are being deleted.
    }
  }
}
