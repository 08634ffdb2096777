package dev.storefront.shortlink.link;

import dev.storefront.common.kafka.EventJson;
import dev.storefront.common.kafka.MalformedEventException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.jdbc.support.KeyHolder;
import org.springframework.stereotype.Repository;

/** The notes of changes that Kafka has yet to hear of. */
@Repository
class UntoldTable {

  private static final Logger log = LoggerFactory.getLogger(UntoldTable.class);
  private static final int MOST_COUNTED = 100_000;
  private static final String SELECT = "SELECT id, code, event, made FROM untold_changes WHERE ";

  private final JdbcClient jdbc;
  private final EventJson json;

  UntoldTable(JdbcClient jdbc, EventJson json) {
    this.jdbc = jdbc;
    this.json = json;
  }

  /**
   * @param event null if it cannot be read
   * @param made true if Redis is known to have had it
   */
  record Untold(long note, @Nullable MappingEvent event, boolean made) {}

  /**
   * @return the note
   */
  long insert(MappingEvent event, boolean made, Instant dueAt) {
    KeyHolder key = new GeneratedKeyHolder();
    jdbc.sql(
            "INSERT INTO untold_changes (code, version, event, made, due_at)"
                + " VALUES (?, ?, ?, ?, ?)")
        .params(event.code(), event.version(), json.write(event), made, dueAt.toEpochMilli())
        .update(key, "id");
    return Objects.requireNonNull(key.getKey()).longValue();
  }

  /** Tells how many of them there were. */
  int delete(List<Long> notes) {
    return notes.isEmpty()
        ? 0
        : jdbc.sql("DELETE FROM untold_changes WHERE id IN (:notes)")
            .param("notes", notes)
            .update();
  }

  /**
   * Forgets notes that nobody needs any more, as they were read: one that was marked as made since
   * stays, for somebody may have been told that the change holds.
   */
  void settle(List<Untold> notes) {
    List<Long> unmade = ids(notes, false);
    delete(ids(notes, true));
    if (!unmade.isEmpty()) {
      jdbc.sql("DELETE FROM untold_changes WHERE made = FALSE AND id IN (:notes)")
          .param("notes", unmade)
          .update();
    }
  }

  private static List<Long> ids(List<Untold> notes, boolean made) {
    return notes.stream().filter(note -> note.made() == made).map(Untold::note).toList();
  }

  /** Says that Redis had it; false if there is no such note any more. */
  boolean markMade(long note) {
    return jdbc.sql("UPDATE untold_changes SET made = TRUE WHERE id = ?").param(note).update() > 0;
  }

  void putOff(List<Long> notes, Instant dueAt) {
    if (!notes.isEmpty()) {
      jdbc.sql("UPDATE untold_changes SET due_at = :dueAt WHERE id IN (:notes)")
          .param("dueAt", dueAt.toEpochMilli())
          .param("notes", notes)
          .update();
    }
  }

  /** Those of these codes that were made. */
  List<Untold> made(List<String> codes) {
    return codes.isEmpty()
        ? List.of()
        : jdbc.sql(SELECT + "made AND code IN (:codes)")
            .param("codes", codes)
            .query(this::untold)
            .list();
  }

  List<Untold> madeAfter(long after, int limit) {
    return jdbc.sql(SELECT + "made AND id > ? ORDER BY id LIMIT ?")
        .params(after, limit)
        .query(this::untold)
        .list();
  }

  /** Those that were made come last: some of them have to wait. */
  List<Untold> due(Instant now, int limit) {
    List<Untold> due = new ArrayList<>(due("made = FALSE", now, limit));
    due.addAll(due("made = TRUE", now, limit - due.size()));
    return due;
  }

  /**
   * By index, for there may be many after an hour without Kafka: {@code made} alone would be a
   * range of its first column, and all of them sorted.
   */
  private List<Untold> due(String which, Instant now, int limit) {
    return jdbc.sql(SELECT + which + " AND due_at <= ? ORDER BY due_at LIMIT ?")
        .params(now.toEpochMilli(), limit)
        .query(this::untold)
        .list();
  }

  /** How many there are; {@value #MOST_COUNTED} and one if there are more. */
  long waiting() {
    return jdbc.sql("SELECT COUNT(*) FROM (SELECT 1 FROM untold_changes LIMIT ?) counted")
        .param(MOST_COUNTED + 1)
        .query(Long.class)
        .single();
  }

  /** The latest note that there is, 0 if there is none. */
  long last() {
    return jdbc.sql("SELECT COALESCE(MAX(id), 0) FROM untold_changes").query(Long.class).single();
  }

  /** The codes of notes up to that one of which nobody knows yet whether they were made. */
  List<String> undecided(long upTo, Instant dueBefore, int limit) {
    return jdbc.sql(
            "SELECT code FROM untold_changes WHERE made = FALSE AND id <= ? AND due_at < ? LIMIT ?")
        .params(upTo, dueBefore.toEpochMilli(), limit)
        .query(String.class)
        .list();
  }

  private Untold untold(ResultSet row, int number) throws SQLException {
    return new Untold(
        row.getLong("id"),
        read(row.getBytes("event"), row.getString("code")),
        row.getBoolean("made"));
  }

  private @Nullable MappingEvent read(byte[] event, String code) {
    try {
      return json.read(event, MappingEvent.class);
    } catch (MalformedEventException e) {
      log.error("A change of {} cannot be told to cold storage: {}", code, e.getMessage());
      return null;
    }
  }
}
