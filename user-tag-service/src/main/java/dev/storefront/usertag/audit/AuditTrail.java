package dev.storefront.usertag.audit;

import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The changes that were made, in the table {@code tag_audit}. */
@Component
public class AuditTrail {

  private static final int MOST_AT_A_TIME = 1000;
  private static final int LONGEST_NAME = 255;

  private final JdbcClient database;
  private final JdbcTemplate batches;
  private final Clock clock;

  AuditTrail(JdbcClient database, JdbcTemplate batches, Clock clock) {
    this.database = database;
    this.batches = batches;
    this.clock = clock;
  }

  /**
   * An entry at its place.
   *
   * @param id of entries with the same time the greater is the newer
   */
  record Placed(long id, AuditEntry entry) {}

  /** Notes changes, in the transaction that makes them. */
  public void add(List<AuditEntry> entries) {
    long now = clock.millis();
    batches.batchUpdate(
        "INSERT INTO tag_audit (tag, ordinal, present, changed_at, recorded_at, made_by)"
            + " VALUES (?, ?, ?, ?, ?, ?)",
        entries.stream()
            .map(
                entry ->
                    new Object[] {
                      entry.tag(),
                      entry.ordinal(),
                      entry.present(),
                      entry.changedAt(),
                      now,
                      entry.by().substring(0, Math.min(entry.by().length(), LONGEST_NAME))
                    })
            .toList());
  }

  /** Forgets what concerns a user. */
  public void forget(long ordinal) {
    database.sql("DELETE FROM tag_audit WHERE ordinal = ?").param(ordinal).update();
  }

  /**
   * Entries of a tag, the newest first.
   *
   * @param ordinal of one user; empty for all
   * @param beforeTime entries older than that, or as old with a lower id than {@code beforeId}
   */
  List<Placed> page(int tag, OptionalLong ordinal, long beforeTime, long beforeId, int limit) {
    return database
        .sql(
            "SELECT * FROM tag_audit WHERE tag = :tag"
                + (ordinal.isPresent() ? " AND ordinal = :ordinal" : "")
                + " AND changed_at <= :time AND (changed_at < :time OR id < :id)"
                + " ORDER BY changed_at DESC, id DESC LIMIT :limit")
        .param("tag", tag)
        .param("ordinal", ordinal.orElse(0))
        .param("time", beforeTime)
        .param("id", beforeId)
        .param("limit", limit)
        .query(
            (row, index) ->
                new Placed(
                    row.getLong("id"),
                    new AuditEntry(
                        row.getInt("tag"),
                        row.getLong("ordinal"),
                        row.getBoolean("present"),
                        row.getLong("changed_at"),
                        row.getString("made_by"))))
        .list();
  }

  /**
   * Forgets some of what was recorded before then, or lies further back than {@code most} entries.
   *
   * @return whether there may be more of it
   */
  boolean forgetSome(Instant before, long most) {
    return database
                .sql("DELETE FROM tag_audit WHERE recorded_at < ? ORDER BY recorded_at LIMIT ?")
                .params(before.toEpochMilli(), MOST_AT_A_TIME)
                .update()
            + database
                .sql(
                    "DELETE FROM tag_audit WHERE id <="
                        + " (SELECT last FROM (SELECT MAX(id) - ? AS last FROM tag_audit) newest)"
                        + " ORDER BY id LIMIT ?")
                .params(most, MOST_AT_A_TIME)
                .update()
        >= MOST_AT_A_TIME;
  }
}
