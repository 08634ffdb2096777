package dev.storefront.history.deletion;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** What users deleted, for the offline pipeline to leave out of the cold rows. */
@Repository
class DeletionLog {

  private static final String DELETED =
      """
      INSERT INTO deleted_view (user_id, sku_id, deleted_at) VALUES (?, ?, ?)
      ON DUPLICATE KEY UPDATE deleted_at = GREATEST(deleted_at, VALUES(deleted_at))
      """;
  private static final String CLEARED =
      """
      INSERT INTO cleared_history (user_id, cleared_at) VALUES (?, ?)
      ON DUPLICATE KEY UPDATE cleared_at = GREATEST(cleared_at, VALUES(cleared_at))
      """;

  private final JdbcTemplate jdbc;

  DeletionLog(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  void deleted(String user, Collection<Long> skuIds, long deletedAt) {
    byte[] id = user.getBytes(StandardCharsets.UTF_8);
    // In one order, so that two calls of a user cannot wait for each other's rows.
    List<Object[]> rows =
        skuIds.stream().sorted().map(skuId -> new Object[] {id, skuId, deletedAt}).toList();
    jdbc.batchUpdate(DELETED, rows);
  }

  void cleared(String user, long clearedAt) {
    jdbc.update(CLEARED, user.getBytes(StandardCharsets.UTF_8), clearedAt);
  }
}
