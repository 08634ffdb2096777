package dev.storefront.history.deletion;

import dev.storefront.common.database.Retention;
import dev.storefront.history.core.Group;
import dev.storefront.history.core.HistoryRules;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Repository;

/**
 * What users deleted, with the times from which on it holds: for the offline pipeline to leave out
 * of the cold rows, for as long as anything that it hides could show.
 */
@Repository
class DeletionLog {

  /**
   * One without a group, as a clearing tells them, says nothing of the group of another one of the
   * same time.
   */
  private static final String DELETED =
      """
      INSERT INTO deleted_view (user_id, sku_id, group_kind, group_id, deleted_at, changed_at)
      SELECT ?, ?, ?, ?, ?, ? FROM DUAL WHERE NOT EXISTS (
        SELECT 1 FROM cleared_history WHERE user_id = ? AND cleared_at >= ?)
      ON DUPLICATE KEY UPDATE
        group_id = IF(%1$s, VALUES(group_id), group_id),
        group_kind = IF(%1$s, VALUES(group_kind), group_kind),
        deleted_at = GREATEST(deleted_at, VALUES(deleted_at)),
        changed_at = GREATEST(changed_at, VALUES(changed_at))
      """
          .formatted(
              "VALUES(deleted_at) > deleted_at"
                  + " OR VALUES(deleted_at) = deleted_at AND VALUES(group_kind) <> 'SKU'");

  private static final String CLEARED =
      """
      INSERT INTO cleared_history (user_id, cleared_at, erased_at, changed_at)
      VALUES (?, ?, ?, ?)
      ON DUPLICATE KEY UPDATE
        cleared_at = GREATEST(cleared_at, VALUES(cleared_at)),
        erased_at = GREATEST(erased_at, VALUES(erased_at)),
        changed_at = GREATEST(changed_at, VALUES(changed_at))
      """;
  private static final String ERASED =
      "SELECT erased_at FROM cleared_history WHERE user_id = ? AND erased_at >= 0";
  private static final String OF_USER =
      """
      SELECT sku_id, group_kind, group_id, deleted_at FROM deleted_view WHERE user_id = ?
      ORDER BY deleted_at DESC LIMIT ?
      """;
  private static final String NEXT_OF_USER =
      """
      SELECT sku_id, group_kind, group_id, deleted_at FROM deleted_view
      WHERE user_id = ? AND sku_id > ? ORDER BY sku_id LIMIT ?
      """;
  private static final long NEVER = -1;
  private static final long MOST_FORGOTTEN = 1_000_000;

  private final JdbcTemplate jdbc;
  private final Clock clock;

  DeletionLog(JdbcTemplate jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /** Those that a clearing has made already are nothing new. */
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
                      now,
                      id,
                      deletion.deletedAt()
                    })
            .toList();
    jdbc.batchUpdate(DELETED, rows);
  }

  void cleared(String user, long clearedAt) {
    jdbc.update(CLEARED, bytes(user), clearedAt, NEVER, clock.millis());
  }

  /** All is erased up to then: the one thing that is kept of it. */
  void erased(String user, long upTo) {
    jdbc.update(CLEARED, bytes(user), upTo, upTo, clock.millis());
  }

  /** Forgets a user's deletions up to a time. */
  void forget(String user, long upTo) {
    // None is added once the erasure is known.
    Retention.forget(
        JdbcClient.create(jdbc),
        Long.MAX_VALUE,
        "DELETE FROM deleted_view WHERE user_id = ? AND deleted_at <= ?",
        bytes(user),
        upTo);
  }

  /** The latest deletions of a user. */
  List<Deletion> of(String user, int most) {
    return jdbc.query(OF_USER, (row, n) -> deletion(row), bytes(user), most);
  }

  /** The next deletions of a user after a SKU, by SKU. */
  List<Deletion> of(String user, long afterSku, int most) {
    return jdbc.query(NEXT_OF_USER, (row, n) -> deletion(row), bytes(user), afterSku, most);
  }

  /** The latest time for which a deletion of the user holds, 0 if there is none. */
  long latestOf(String user) {
    Long time =
        jdbc.queryForObject(
            "SELECT MAX(deleted_at) FROM deleted_view WHERE user_id = ?", Long.class, bytes(user));
    return time == null ? 0 : time;
  }

  /** Up to when the user cleared the history, or had it erased. */
  OptionalLong clearedAt(String user) {
    return time("SELECT cleared_at FROM cleared_history WHERE user_id = ?", user);
  }

  /** Up to when all of the user was erased. */
  OptionalLong erasedAt(String user) {
    return time(ERASED, user);
  }

  /** The same, and nobody changes it until the transaction ends. */
  OptionalLong lockErasure(String user) {
    return time(ERASED + " FOR UPDATE", user);
  }

  /** Up to when the user cleared the history, unless an erasure took that with it. */
  OptionalLong clearedSinceErasure(String user) {
    return time(
        "SELECT cleared_at FROM cleared_history WHERE user_id = ? AND cleared_at > erased_at",
        user);
  }

  private OptionalLong time(String query, String user) {
    return jdbc.queryForList(query, Long.class, bytes(user)).stream()
        .mapToLong(time -> time)
        .findFirst();
  }

  static Deletion deletion(ResultSet row) throws SQLException {
    Group group =
        new Group(Group.Kind.valueOf(row.getString("group_kind")), row.getLong("group_id"));
    return new Deletion(row.getLong("sku_id"), group, row.getLong("deleted_at"));
  }

  static String user(ResultSet row) throws SQLException {
    return new String(row.getBytes("user_id"), StandardCharsets.UTF_8);
  }

  static byte[] bytes(String user) {
    return user.getBytes(StandardCharsets.UTF_8);
  }

  /** Forgets what hides nothing any more; every instance does, and finds little to do. */
  @Scheduled(fixedDelayString = "${history.deletions.forget-every:1h}", initialDelayString = "1m")
  void forget() {
    long before = clock.instant().minus(HistoryRules.DELETION_LIFETIME).toEpochMilli();
    JdbcClient db = JdbcClient.create(jdbc);
    Retention.forget(db, MOST_FORGOTTEN, "DELETE FROM deleted_view WHERE deleted_at < ?", before);
    Retention.forget(
        db, MOST_FORGOTTEN, "DELETE FROM cleared_history WHERE cleared_at < ?", before);
  }
}
