package dev.storefront.common.outbox;

import static dev.storefront.common.database.DatabaseClock.NOW;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The outbox in MySQL. */
class OutboxTable {

  /** Counting takes time; of more, all that one needs to know is that there are many. */
  private static final int MOST_COUNTED = 100_000;

  private static final int ROWS_PER_STATEMENT = 1_000;

  private final JdbcTemplate jdbc;

  OutboxTable(JdbcTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** In this order, and so they are published. */
  void insert(
      String topic,
      List<Outbox.Keyed> events,
      @Nullable String traceparent,
      Function<Object, String> text) {
    jdbc.batchUpdate(
        "INSERT INTO outbox (topic, record_key, event, traceparent, noted_at) VALUES (?, ?, ?, ?, "
            + NOW
            + ")",
        events,
        ROWS_PER_STATEMENT,
        (row, event) -> {
          row.setString(1, topic);
          row.setString(2, event.key());
          row.setString(3, text.apply(event.event()));
          row.setString(4, traceparent);
        });
  }

  boolean hasOf(String topic) {
    return !jdbc.queryForList("SELECT id FROM outbox WHERE topic = ? LIMIT 1", Long.class, topic)
        .isEmpty();
  }

  boolean hasMoreThan(int events) {
    return !jdbc.queryForList("SELECT id FROM outbox LIMIT 1 OFFSET ?", Long.class, events)
        .isEmpty();
  }

  /** How many events wait; 100,001 if there are more. */
  long size() {
    return number("SELECT COUNT(*) FROM (SELECT 1 FROM outbox LIMIT ?) counted", MOST_COUNTED + 1);
  }

  /** The id of the newest event; 0 if none waits. */
  long newest() {
    return number("SELECT MAX(id) FROM outbox");
  }

  /**
   * The oldest events, which nobody else publishes until the transaction ends; empty if someone is
   * at it. The transaction is to be READ COMMITTED.
   */
  List<OutboxRow> lockOldest(int max) {
    List<OutboxRow> rows = oldest("FOR UPDATE SKIP LOCKED", max);
    return hasHoles(rows) ? List.of() : rows;
  }

  /**
   * True if events that are not among them stand before the last: others have locked those, and may
   * not have sent them yet. An older one may appear in front of what others are at, for ids are
   * given before the commit.
   */
  private boolean hasHoles(List<OutboxRow> rows) {
    return !rows.isEmpty()
        && number("SELECT COUNT(*) FROM outbox WHERE id <= ?", rows.get(rows.size() - 1).id())
            != rows.size();
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
    long newest = newest();
    return newest == 0 ? List.of() : upTo(newest, lock, max);
  }

  private List<OutboxRow> upTo(long newest, String lock, int max) {
    return jdbc.query(
        "SELECT id, topic, record_key, event, traceparent, IF(noted_at = 0, NULL, GREATEST(0, "
            + NOW
            + " - noted_at)) AS waited FROM outbox WHERE id <= ? ORDER BY id LIMIT ? "
            + lock,
        (row, index) ->
            new OutboxRow(
                row.getLong("id"),
                row.getString("topic"),
                row.getString("record_key"),
                row.getString("event"),
                row.getString("traceparent"),
                waited(row.getObject("waited", Long.class))),
        newest,
        max);
  }

  private static @Nullable Duration waited(@Nullable Long millis) {
    return millis == null ? null : Duration.ofMillis(millis);
  }

  private long number(String query, Object... parameters) {
    Long number = jdbc.queryForObject(query, Long.class, parameters);
    return number == null ? 0 : number;
  }

  void delete(List<OutboxRow> rows) {
    jdbc.batchUpdate(
        "DELETE FROM outbox WHERE id = ?",
        rows.stream().map(row -> new Object[] {row.id()}).toList());
  }
}
