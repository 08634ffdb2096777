package dev.storefront.history.deletion;

import dev.storefront.history.core.Group;
import dev.storefront.history.core.HistoryRules;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
      INSERT INTO deleted_view (user_id, sku_id, group_kind, group_id, deleted_at, changed_at)
      VALUES (?, ?, ?, ?, ?, ?)
      ON DUPLICATE KEY UPDATE
        group_kind = IF(VALUES(deleted_at) >= deleted_at, VALUES(group_kind), group_kind),
        group_id = IF(VALUES(deleted_at) >= deleted_at, VALUES(group_id), group_id),
        deleted_at = GREATEST(deleted_at, VALUES(deleted_at)),
        changed_at = GREATEST(changed_at, VALUES(changed_at))
      """;
  private static final String CLEARED =
      """
      INSERT INTO cleared_history (user_id, cleared_at) VALUES (?, ?)
      ON DUPLICATE KEY UPDATE cleared_at = GREATEST(cleared_at, VALUES(cleared_at))
      """;
  private static final String OF_USER =
      """
      SELECT sku_id, group_kind, group_id, deleted_at FROM deleted_view WHERE user_id = ?
      ORDER BY deleted_at DESC LIMIT ?
      """;
  private static final String NEXT_DELETED =
      """
      SELECT user_id, sku_id, group_kind, group_id, deleted_at, changed_at FROM deleted_view
      WHERE changed_at >= ?
        AND (changed_at > ? OR user_id > ? OR (user_id = ? AND sku_id > ?))
      ORDER BY changed_at, user_id, sku_id LIMIT ?
      """;
  private static final String NEXT_CLEARED =
      """
      SELECT user_id, cleared_at FROM cleared_history
      WHERE cleared_at >= ? AND (cleared_at > ? OR user_id > ?)
      ORDER BY cleared_at, user_id LIMIT ?
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
    byte[] id = bytes(user);
    long now = clock.millis();
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
                      deletion.deletedAt(),
                      now
                    })
            .toList();
    jdbc.batchUpdate(DELETED, rows);
  }

  void cleared(String user, long clearedAt) {
    jdbc.update(CLEARED, bytes(user), clearedAt);
  }

  /** The latest deletions of a user. */
  List<Deletion> of(String user, int most) {
    return jdbc.query(OF_USER, (row, n) -> deletion(row), bytes(user), most);
  }

  OptionalLong clearedAt(String user) {
    return jdbc
        .queryForList(
            "SELECT cleared_at FROM cleared_history WHERE user_id = ?", Long.class, bytes(user))
        .stream()
        .mapToLong(time -> time)
        .findFirst();
  }

  /** The next deletions after a place, in the order of their last changes. */
  List<Logged> deletedAfter(DeletionPlace place, int most) {
    return jdbc.query(
        NEXT_DELETED,
        (row, n) -> new Logged(user(row), deletion(row), row.getLong("changed_at")),
        place.time(),
        place.time(),
        bytes(place.user()),
        bytes(place.user()),
        place.skuId(),
        most);
  }

  /** The next clearings after a place, likewise. */
  Map<String, Long> clearedAfter(DeletionPlace place, int most) {
    Map<String, Long> found = new LinkedHashMap<>();
    jdbc.query(
        NEXT_CLEARED,
        row -> {
          found.put(user(row), row.getLong("cleared_at"));
        },
        place.time(),
        place.time(),
        bytes(place.user()),
        most);
    return found;
  }

  /**
   * A user's deletion.
   *
   * @param changedAt when it was last written, epoch milliseconds
   */
  record Logged(String user, Deletion deletion, long changedAt) {}

  private static Deletion deletion(ResultSet row) throws SQLException {
    Group group =
        new Group(Group.Kind.valueOf(row.getString("group_kind")), row.getLong("group_id"));
    return new Deletion(row.getLong("sku_id"), group, row.getLong("deleted_at"));
  }

  private static String user(ResultSet row) throws SQLException {
    return new String(row.getBytes("user_id"), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(String user) {
    return user.getBytes(StandardCharsets.UTF_8);
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
