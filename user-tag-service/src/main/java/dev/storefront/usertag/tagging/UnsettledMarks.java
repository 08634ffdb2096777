package dev.storefront.usertag.tagging;

import com.google.common.hash.Hashing;
import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.segment.SegmentStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
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

  private static final int PAGE = 1_000;

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

  /** The same of a user who is erased; until then nobody else is given the id. */
  void addErasure(long writeId, Collection<Mark> marks, String userId) {
    add(writeId, marks);
    database
        .sql("UPDATE unsettled_mark SET erased_id = ? WHERE write_id = ? AND tag = ?")
        .params(digest(userId), writeId, SegmentStore.KNOWN)
        .update();
  }

  /** A hash, which goes with the note; that of another id may be the same once in a long while. */
  private static long digest(String userId) {
    return Hashing.farmHashFingerprint64().hashString(userId, StandardCharsets.UTF_8).asLong();
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
   * A write whose marks lie here.
   *
   * @param since from when on, epoch milliseconds
   */
  record Left(long since, long write) {

    /** Before all others. */
    static final Left NONE = new Left(0, Long.MIN_VALUE);
  }

  /**
   * Writes whose marks have lain here since before {@code instant}, the oldest first. However many
   * there are, only these are read.
   *
   * @param after the last of the page before
   */
  List<Left> leftBefore(Instant instant, Left after, int limit) {
    return database
        .sql(
            "SELECT since, write_id FROM unsettled_mark"
                + " WHERE since >= ? AND since < ? AND (since > ? OR write_id > ?)"
                + " GROUP BY since, write_id ORDER BY since, write_id LIMIT ?")
        .params(after.since(), instant.toEpochMilli(), after.since(), after.write(), limit)
        .query((row, n) -> new Left(row.getLong("since"), row.getLong("write_id")))
        .list();
  }

  /** Writes that erase who had one of these ids, or may do so. */
  List<Long> erasing(Collection<String> userIds) {
    Set<Long> digests = userIds.stream().map(UnsettledMarks::digest).collect(Collectors.toSet());
    List<Long> found = new ArrayList<>();
    List<Erasing> page = List.of();
    do {
      long last = page.isEmpty() ? Long.MIN_VALUE : page.get(page.size() - 1).write();
      page =
          database
              .sql(
                  "SELECT write_id, erased_id FROM unsettled_mark WHERE tag = ? AND write_id > ?"
                      + " ORDER BY write_id LIMIT ?")
              .params(SegmentStore.KNOWN, last, PAGE)
              .query(
                  (row, n) ->
                      new Erasing(row.getLong("write_id"), row.getObject("erased_id", Long.class)))
              .list();
      page.stream()
          .filter(each -> each.digest() == null || digests.contains(each.digest()))
          .forEach(each -> found.add(each.write()));
    } while (page.size() == PAGE);
    return found;
  }

  /**
   * @param digest null if the version before noted it
   */
  private record Erasing(long write, @Nullable Long digest) {}

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
