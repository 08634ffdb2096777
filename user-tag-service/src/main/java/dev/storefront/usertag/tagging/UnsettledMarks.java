package dev.storefront.usertag.tagging;

import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.segment.SegmentStore;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
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
        "INSERT IGNORE INTO unsettled_mark (write_id, ordinal, tag, since) VALUES (?, ?, ?, ?)",
        marks.stream()
            .map(mark -> new Object[] {writeId, mark.ordinal(), mark.tag(), now})
            .toList());
  }

  void remove(long writeId) {
    database.sql("DELETE FROM unsettled_mark WHERE write_id = ?").param(writeId).update();
  }

  /** Writes whose marks have lain here since before {@code instant}, the oldest first. */
  List<Long> writesBefore(Instant instant, int limit) {
    return database
        .sql(
            "SELECT write_id FROM unsettled_mark WHERE since < ?"
                + " GROUP BY write_id ORDER BY MIN(since) LIMIT ?")
        .params(instant.toEpochMilli(), limit)
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

  /** Which users and tags the write touched; {@code present} says nothing here. */
  List<Mark> ofWrite(long writeId) {
    return database
        .sql("SELECT ordinal, tag FROM unsettled_mark WHERE write_id = ?")
        .param(writeId)
        .query((row, index) -> new Mark(row.getLong("ordinal"), row.getInt("tag"), false))
        .list();
  }
}
