package dev.storefront.usertag.tagging;

import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.segment.SegmentStore;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * What was written to the database and is perhaps not yet in Redis. A write leaves its marks here
 * in the transaction that records them, and takes them out when Redis has them; what a crash or an
 * outage leaves behind is found here and settled later.
 */
@Component
class UnsettledMarks {

  private final JdbcClient database;
  private final JdbcTemplate batches;
  private final Clock clock;

  UnsettledMarks(JdbcClient database, JdbcTemplate batches, Clock clock) {
    this.database = database;
    this.batches = batches;
    this.clock = clock;
  }

  /**
   * To be called once for each write: who settles it takes all of its marks out, and may not have
   * seen those of a second transaction.
   */
  void add(long writeId, Collection<Mark> marks) {
    long now = clock.millis();
    batches.batchUpdate(
        "INSERT INTO unsettled_mark (write_id, ordinal, last, tag, since) VALUES (?, ?, ?, ?, ?)",
        ranges(marks).stream()
            .map(range -> new Object[] {writeId, range.first, range.last, range.tag, now})
            .toList());
  }

  private record Range(int tag, long first, long last) {}

  /** Users who become known together have ordinals that follow each other. */
  private static List<Range> ranges(Collection<Mark> marks) {
    Map<Integer, SortedSet<Long>> byTag = new TreeMap<>();
    marks.forEach(
        mark -> byTag.computeIfAbsent(mark.tag(), tag -> new TreeSet<>()).add(mark.ordinal()));
    List<Range> ranges = new ArrayList<>();
    byTag.forEach(
        (tag, ordinals) -> {
          long first = ordinals.first();
          long last = first;
          for (long ordinal : ordinals) {
            if (ordinal > last + 1) {
              ranges.add(new Range(tag, first, last));
              first = ordinal;
            }
            last = ordinal;
          }
          ranges.add(new Range(tag, first, last));
        });
    return ranges;
  }

  void remove(long writeId) {
    database.sql("DELETE FROM unsettled_mark WHERE write_id = ?").param(writeId).update();
  }

  /**
   * Writes whose marks have lain here since before {@code instant}, the oldest first.
   *
   * @param skipped how many of them to leave out
   */
  List<Long> writesBefore(Instant instant, int skipped, int limit) {
    return database
        .sql(
            "SELECT write_id FROM unsettled_mark WHERE since < ?"
                + " GROUP BY write_id ORDER BY MIN(since), write_id LIMIT ?, ?")
        .params(instant.toEpochMilli(), skipped, limit)
        .query(Long.class)
        .list();
  }

  /** Writes that erase somebody. */
  List<Long> erasing(int limit) {
    return database
        .sql("SELECT write_id FROM unsettled_mark WHERE tag = ? LIMIT ?")
        .params(SegmentStore.KNOWN, limit)
        .query(Long.class)
        .list();
  }

  /** Those of these marks of whose users something is unsettled: who is new has no other note. */
  List<Mark> among(Collection<Mark> marks) {
    NavigableMap<Long, List<Mark>> ofUsers =
        marks.stream()
            .collect(Collectors.groupingBy(Mark::ordinal, TreeMap::new, Collectors.toList()));
    List<Mark> found = new ArrayList<>();
    database
        .sql(
            "SELECT ordinal, COALESCE(last, ordinal) AS last FROM unsettled_mark"
                + " WHERE ordinal <= ? AND COALESCE(last, ordinal) >= ?")
        .params(ofUsers.lastKey(), ofUsers.firstKey())
        .query(
            row -> {
              ofUsers
                  .subMap(row.getLong("ordinal"), true, row.getLong("last"), true)
                  .values()
                  .forEach(found::addAll);
            });
    return found;
  }

  /** Which users and tags the write touched; {@code present} says nothing here. */
  List<Mark> ofWrite(long writeId) {
    return database
        .sql(
            "SELECT tag, ordinal, COALESCE(last, ordinal) AS last FROM unsettled_mark"
                + " WHERE write_id = ?")
        .param(writeId)
        .query(
            (row, index) ->
                new Range(row.getInt("tag"), row.getLong("ordinal"), row.getLong("last")))
        .list()
        .stream()
        .flatMap(
            range ->
                LongStream.rangeClosed(range.first, range.last)
                    .mapToObj(ordinal -> new Mark(ordinal, range.tag, false)))
        .toList();
  }
}
