package dev.storefront.usertag.standing;

import dev.storefront.common.database.Retention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** How many users audiences had, in the table {@code audience_count}. */
@Component
class AudienceCounts {

  private static final long MOST_FORGOTTEN = 1_000_000;

  /** How long counts are kept. */
  static final Duration KEPT = Duration.ofDays(90);

  /** More hours than that are not kept. */
  private static final int MOST = 50_000;

  private final JdbcClient database;

  AudienceCounts(JdbcClient database) {
    this.database = database;
  }

  /** Keeps a count, in place of an earlier one of its hour. */
  void add(long audience, Instant hour, Instant now, long users) {
    database
        .sql("REPLACE INTO audience_count (audience, hour, counted_at, users) VALUES (?, ?, ?, ?)")
        .params(audience, hour.toEpochMilli(), now.toEpochMilli(), users)
        .update();
  }

  /** The counts of hours that begin from {@code first} on and before {@code last}. */
  List<HourCount> between(long audience, Instant first, Instant last) {
    return database
        .sql(
            "SELECT hour, counted_at, users FROM audience_count"
                + " WHERE audience = ? AND hour >= ? AND hour < ? ORDER BY hour LIMIT ?")
        .params(audience, millis(first), millis(last), MOST)
        .query(
            (row, index) ->
                new HourCount(
                    Instant.ofEpochMilli(row.getLong("hour")),
                    Instant.ofEpochMilli(row.getLong("counted_at")),
                    row.getLong("users")))
        .list();
  }

  /** Forgets those of an audience, an hour a row for {@link #KEPT}. */
  void forget(long audience) {
    database.sql("DELETE FROM audience_count WHERE audience = ?").param(audience).update();
  }

  /** Forgets hours before then, some at a time. */
  void forgetBefore(Instant time) {
    Retention.forget(
        database, MOST_FORGOTTEN, "DELETE FROM audience_count WHERE hour < ?", time.toEpochMilli());
  }

  /** A year of nine digits has too many milliseconds. */
  private static long millis(Instant time) {
    Duration since = Duration.between(Instant.EPOCH, time);
    return since.compareTo(Duration.ofMillis(Long.MAX_VALUE)) > 0
        ? Long.MAX_VALUE
        : since.isNegative() ? 0 : since.toMillis();
  }
}
