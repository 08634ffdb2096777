package dev.storefront.history.deletion;

import dev.storefront.history.deletion.Deletions.Erasure;
import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Repository;

/** The deletions of all users that {@link DeletionLog} has, page by page, for what fell behind. */
@Repository
class DeletionFeed {

  private static final String NEXT_DELETED =
      """
      SELECT user_id, sku_id, group_kind, group_id, deleted_at, changed_at FROM deleted_view
      WHERE changed_at >= ?
        AND (changed_at > ? OR user_id > ? OR (user_id = ? AND sku_id > ?))
      ORDER BY changed_at, user_id, sku_id LIMIT ?
      """;
  private static final String NEXT_CLEARED =
      """
      SELECT user_id, cleared_at, erased_at, changed_at FROM cleared_history
      WHERE changed_at >= ? AND (changed_at > ? OR user_id > ?)
      ORDER BY changed_at, user_id LIMIT ?
      """;
  private static final String NEXT_ERASED =
      """
      SELECT user_id, erased_at FROM cleared_history
      WHERE erased_at >= ? AND (erased_at > ? OR user_id > ?)
      ORDER BY erased_at, user_id LIMIT ?
      """;

  private final JdbcTemplate jdbc;

  DeletionFeed(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** The next deletions after a place, in the order of their last changes. */
  List<Logged> deletedAfter(DeletionPlace place, int most) {
    return jdbc.query(
        NEXT_DELETED,
        (row, n) ->
            new Logged(DeletionLog.user(row), DeletionLog.deletion(row), row.getLong("changed_at")),
        place.time(),
        place.time(),
        DeletionLog.bytes(place.user()),
        DeletionLog.bytes(place.user()),
        place.skuId(),
        most);
  }

  /** The next clearings after a place, likewise. */
  List<Cleared> clearedAfter(DeletionPlace place, int most) {
    return jdbc.query(
        NEXT_CLEARED,
        (row, n) ->
            new Cleared(
                DeletionLog.user(row),
                row.getLong("cleared_at"),
                row.getLong("erased_at"),
                row.getLong("changed_at")),
        place.time(),
        place.time(),
        DeletionLog.bytes(place.user()),
        most);
  }

  /** The next erasures after one, in the order of their times. */
  List<Erasure> erasedAfter(Erasure place, int most) {
    return jdbc.query(
        NEXT_ERASED,
        (row, n) -> new Erasure(DeletionLog.user(row), row.getLong("erased_at")),
        place.upTo(),
        place.upTo(),
        DeletionLog.bytes(place.user()),
        most);
  }

  /**
   * That a user cleared the history.
   *
   * @param erasedAt up to when all was erased, epoch milliseconds; -1 for never
   * @param changedAt when it was last written, epoch milliseconds
   */
  record Cleared(String user, long clearedAt, long erasedAt, long changedAt) {}

  /**
   * A user's deletion.
   *
   * @param changedAt when it was last written, epoch milliseconds
   */
  record Logged(String user, Deletion deletion, long changedAt) {}
}
