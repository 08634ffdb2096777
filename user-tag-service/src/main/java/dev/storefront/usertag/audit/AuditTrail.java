package dev.storefront.usertag.audit;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.storefront.usertag.bitmap.EncodedSet;
import dev.storefront.usertag.segment.SegmentLayout;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The changes that were made, in the table {@code tag_audit}. */
@Component
public class AuditTrail {

  private static final int MOST_AT_A_TIME = 1000;
  private static final int LONGEST_NAME = 255;

  /** So many of a kind in a segment are one row. */
  private static final int MANY = 50;

  private final JdbcClient database;
  private final JdbcTemplate batches;
  private final SegmentLayout layout;
  private final Clock clock;

  AuditTrail(JdbcClient database, JdbcTemplate batches, SegmentLayout layout, Clock clock) {
    this.database = database;
    this.batches = batches;
    this.layout = layout;
    this.clock = clock;
  }

  /**
   * Where an entry stands: the newest first, then by id and by ordinal, the highest first.
   *
   * @param id of the row
   */
  record Place(long time, long id, long ordinal) {

    static final Place NEWEST = new Place(Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /**
   * Entries, the newest first.
   *
   * @param last where the page ends; null if nothing is behind it
   */
  record Page(List<AuditEntry> entries, @Nullable Place last) {}

  /**
   * A row.
   *
   * @param users of many: encoded, and decoded only where a page shows them
   */
  private record Row(
      Place place, int tag, boolean present, String by, int encoding, byte @Nullable [] users) {

    /** Whom it is about, of one entry of a segment from the last to the first. */
    LongStream ordinals(SegmentLayout layout) {
      if (users == null) {
        return LongStream.of(place.ordinal);
      }
      int[] places = EncodedSet.decode(encoding, users, layout.segmentBits()).positions();
      return IntStream.rangeClosed(1, places.length)
          .mapToLong(i -> layout.ordinalOf(segment(), places[places.length - i]));
    }

    private int segment() {
      return (int) (-1 - place.ordinal);
    }
  }

  /** Notes changes, in the transaction that makes them: many of a kind as one row a segment. */
  public void add(List<AuditEntry> entries) {
    long now = clock.millis();
    List<Object[]> rows = new ArrayList<>();
    entries.stream()
        .collect(groupingBy(this::kind, LinkedHashMap::new, toList()))
        .forEach(
            (kind, some) -> {
              if (some.size() < MANY) {
                some.forEach(entry -> rows.add(row(entry, now, null)));
              } else {
                int[] places =
                    some.stream().mapToInt(e -> layout.offsetOf(e.ordinal())).sorted().toArray();
                rows.add(row(kind, now, EncodedSet.of(places, layout.segmentBits())));
              }
            });
    batches.batchUpdate(
        "INSERT INTO tag_audit"
            + " (tag, ordinal, present, changed_at, recorded_at, made_by, encoding, users)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        rows);
  }

  /** The same for all users of a segment with whom the same happened. */
  private AuditEntry kind(AuditEntry entry) {
    long segment = layout.segmentOf(entry.ordinal());
    return new AuditEntry(
        entry.tag(), -1 - segment, entry.present(), entry.changedAt(), entry.by());
  }

  private static Object[] row(AuditEntry entry, long now, @Nullable EncodedSet users) {
    return new @Nullable Object[] {
      entry.tag(),
      entry.ordinal(),
      entry.present(),
      entry.changedAt(),
      now,
      entry.by().substring(0, Math.min(entry.by().length(), LONGEST_NAME)),
      users == null ? null : users.encoding(),
      users == null ? null : users.bytes()
    };
  }

  /**
   * Forgets what concerns a user. What an import did to many stays: the ordinal in it is nobody's.
   */
  public void forget(long ordinal) {
    database.sql("DELETE FROM tag_audit WHERE ordinal = ?").param(ordinal).update();
  }

  /**
   * Entries of a tag.
   *
   * @param of of one user; empty for all
   * @param before where the page before ended
   * @param limit how many at most; there may be fewer, and yet more behind them
   */
  Page page(int tag, OptionalLong of, Place before, int limit) {
    // With the one in which the page before ended, and one that tells whether there is more.
    int asked = limit + 2;
    List<Row> rows = rows(tag, of, before, asked);
    List<AuditEntry> found = new ArrayList<>();
    Place last = before;
    for (Row row : rows) {
      long[] ordinals =
          row.ordinals(layout)
              .filter(ordinal -> row.place.id != before.id || ordinal < before.ordinal)
              .filter(ordinal -> of.isEmpty() || of.getAsLong() == ordinal)
              .limit(limit + 1 - found.size())
              .toArray();
      for (long ordinal : ordinals) {
        if (found.size() == limit) {
          return new Page(found, last);
        }
        found.add(new AuditEntry(row.tag, ordinal, row.present, row.place.time, row.by));
        last = new Place(row.place.time, row.place.id, ordinal);
      }
      last = ordinals.length == 0 ? new Place(row.place.time, row.place.id, 0) : last;
    }
    return new Page(found, rows.size() == asked ? last : null);
  }

  private List<Row> rows(int tag, OptionalLong of, Place before, int limit) {
    return database
        .sql(
            "SELECT * FROM tag_audit WHERE tag = :tag"
                + (of.isPresent() ? " AND ordinal IN (:ordinal, :segment)" : "")
                + " AND changed_at <= :time AND (changed_at < :time OR id <= :id)"
                + " ORDER BY changed_at DESC, id DESC LIMIT :limit")
        .param("tag", tag)
        .param("ordinal", of.orElse(0))
        .param("segment", -1L - layout.segmentOf(of.orElse(0)))
        .param("time", before.time())
        .param("id", before.id())
        .param("limit", limit)
        .query(this::row)
        .list();
  }

  private Row row(ResultSet row, int index) throws SQLException {
    return new Row(
        new Place(row.getLong("changed_at"), row.getLong("id"), row.getLong("ordinal")),
        row.getInt("tag"),
        row.getBoolean("present"),
        row.getString("made_by"),
        row.getInt("encoding"),
        row.getBytes("users"));
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
