package dev.storefront.usertag.snapshot;

import static java.util.stream.Collectors.toMap;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.bitmap.EncodedSet;
import dev.storefront.usertag.segment.StoredSets;
import dev.storefront.usertag.segment.StoredSets.Stored;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Former sets of users in the tables {@code segment_snapshot} and {@code snapshot_day}. */
@Component
class SnapshotTable {

  private static final int OPEN = Integer.MAX_VALUE;
  private static final int MOST_AT_A_TIME = 500;
  private static final byte[] NONE = {};

  private final JdbcClient database;

  SnapshotTable(JdbcClient database) {
    this.database = database;
  }

  boolean isTaken(int day) {
    return database
            .sql("SELECT COUNT(*) FROM snapshot_day WHERE day = ?")
            .param(day)
            .query(Integer.class)
            .single()
        > 0;
  }

  /** The one on which this database was made: before it nobody was known. */
  LocalDate firstDay() {
    long seconds =
        database
            .sql("SELECT UNIX_TIMESTAMP(MIN(installed_on)) FROM flyway_schema_history")
            .query(Long.class)
            .single();
    return LocalDate.ofInstant(Instant.ofEpochSecond(seconds), ZoneOffset.UTC);
  }

  /** The day can be asked for from now on. */
  void taken(int day, long now) {
    database
        .sql("REPLACE INTO snapshot_day (day, taken_at) VALUES (?, ?)")
        .params(day, now)
        .update();
  }

  /** The sets of these tags as they were kept last, without their users. */
  StoredSets latest(int segment, Collection<Integer> tags) {
    Set<String> builds = new HashSet<>();
    List<Stored> sets =
        database
            .sql(
                "SELECT tag, build, version, encoding FROM segment_snapshot"
                    + " WHERE segment = :segment AND tag IN (:tags) AND until_day = :open")
            .param("segment", segment)
            .param("tags", tags)
            .param("open", OPEN)
            .query(
                (row, index) -> {
                  builds.add(new String(row.getBytes("build"), StandardCharsets.US_ASCII));
                  return new Stored(
                      row.getInt("tag"), row.getLong("version"), row.getInt("encoding"), NONE, 0);
                })
            .list();
    return new StoredSets(builds.size() == 1 ? builds.iterator().next() : "", sets);
  }

  /** Keeps a set as it was at the end of the day; of no users, that there are none. */
  void keep(int segment, String build, Stored set, int day) {
    int same =
        database
            .sql(
                "UPDATE segment_snapshot SET build = ?, version = ? WHERE segment = ? AND tag = ?"
                    + " AND until_day = ? AND encoding = ? AND users = ?")
            .params(
                bytes(build), set.version(), segment, set.tag(), OPEN, set.encoding(), set.bytes())
            .update();
    if (same > 0) {
      return;
    }
    end(segment, set.tag(), day);
    if (set.bytes().length > 0) {
      database
          .sql(
              "INSERT INTO segment_snapshot"
                  + " (segment, tag, from_day, until_day, build, version, encoding, users)"
                  + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
          .params(
              segment,
              set.tag(),
              day,
              OPEN,
              bytes(build),
              set.version(),
              set.encoding(),
              set.bytes())
          .update();
    }
  }

  /** Those tags that were deleted have no users from that day on. */
  void endDeleted(int segment, int day) {
    // What was kept of that very day holds for none then: no number of a tag comes again.
    database
        .sql(
            "UPDATE segment_snapshot SET until_day = ? WHERE segment = ? AND until_day = ?"
                + " AND tag > 0 AND tag NOT IN (SELECT number FROM tag)")
        .params(day, segment, OPEN)
        .update();
  }

  /** What was kept of the same day, by a run that did not end, is replaced. */
  private void end(int segment, int tag, int day) {
    database
        .sql("DELETE FROM segment_snapshot WHERE segment = ? AND tag = ? AND from_day = ?")
        .params(segment, tag, day)
        .update();
    database
        .sql(
            "UPDATE segment_snapshot SET until_day = ?"
                + " WHERE segment = ? AND tag = ? AND until_day = ?")
        .params(day, segment, tag, OPEN)
        .update();
  }

  /** The sets of these tags at the end of the day; none of those that had no users. */
  Map<Integer, Bitmap> read(int segment, Collection<Integer> tags, int day, int segmentBits) {
    return database
        .sql(
            "SELECT tag, encoding, users FROM segment_snapshot WHERE segment = :segment"
                + " AND tag IN (:tags) AND from_day <= :day AND until_day > :day")
        .param("segment", segment)
        .param("tags", tags)
        .param("day", day)
        .query(
            (row, index) ->
                Map.entry(
                    row.getInt("tag"),
                    EncodedSet.decode(row.getInt("encoding"), row.getBytes("users"), segmentBits)))
        .list()
        .stream()
        .collect(toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Forgets some of what no day from then on needs; returns whether there may be more. */
  boolean forgetSome(int firstDay) {
    database.sql("DELETE FROM snapshot_day WHERE day < ?").param(firstDay).update();
    return database
            .sql("DELETE FROM segment_snapshot WHERE until_day <= ? LIMIT ?")
            .params(firstDay, MOST_AT_A_TIME)
            .update()
        == MOST_AT_A_TIME;
  }

  private static byte[] bytes(String build) {
    return build.getBytes(StandardCharsets.US_ASCII);
  }
}
