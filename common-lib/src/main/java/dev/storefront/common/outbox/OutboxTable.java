package dev.storefront.common.outbox;

import java.util.List;
import org.springframework.jdbc.core.JdbcTemplate;

/** The outbox in MySQL. */
class OutboxTable {

  private final JdbcTemplate jdbc;

  OutboxTable(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  void insert(String topic, String recordKey, String event) {
    jdbc.update(
        "INSERT INTO outbox (topic, record_key, event) VALUES (?, ?, ?)", topic, recordKey, event);
  }

  boolean hasOf(String topic) {
    return !jdbc.queryForList("SELECT id FROM outbox WHERE topic = ? LIMIT 1", Long.class, topic)
        .isEmpty();
  }

  boolean hasMoreThan(int events) {
    return !jdbc.queryForList("SELECT id FROM outbox LIMIT 1 OFFSET ?", Long.class, events)
        .isEmpty();
  }

  long size() {
    Long size = jdbc.queryForObject("SELECT COUNT(*) FROM outbox", Long.class);
    return size == null ? 0 : size;
  }

  /**
   * The oldest events, which nobody else publishes until the transaction ends; empty if someone is
   * at it.
   */
  List<OutboxRow> lockOldest(int max) {
    List<OutboxRow> rows = oldest("FOR UPDATE SKIP LOCKED", max);
    Long oldest = jdbc.queryForObject("SELECT MIN(id) FROM outbox", Long.class);
    return rows.isEmpty() || oldest == null || oldest < rows.get(0).id() ? List.of() : rows;
  }

  /** The same, once whoever is at them has done with them. */
  List<OutboxRow> awaitOldest(int max) {
    return oldest("FOR UPDATE", max);
  }

  /**
   * Not those that come while the rows are read: of two that come one after the other, the reading
   * could be past the place of the first and still meet the second.
   */
  private List<OutboxRow> oldest(String lock, int max) {
    Long newest = jdbc.queryForObject("SELECT MAX(id) FROM outbox", Long.class);
    return newest == null ? List.of() : upTo(newest, lock, max);
  }

  private List<OutboxRow> upTo(long newest, String lock, int max) {
    return jdbc.query(
        "SELECT id, topic, record_key, event FROM outbox WHERE id <= ? ORDER BY id LIMIT ? " + lock,
        (row, index) ->
            new OutboxRow(
                row.getLong("id"),
                row.getString("topic"),
                row.getString("record_key"),
                row.getString("event")),
        newest,
        max);
  }

  void delete(List<OutboxRow> rows) {
    jdbc.batchUpdate(
        "DELETE FROM outbox WHERE id = ?",
        rows.stream().map(row -> new Object[] {row.id()}).toList());
  }
}
