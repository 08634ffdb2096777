package dev.storefront.shortlink.click;

import dev.storefront.common.database.Retention;
import dev.storefront.shortlink.click.ClickTally.Hour;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Sums of visits by hour in the database. */
@Component
class HourCounts {

  private static final long MOST_FORGOTTEN = 1_000_000;

  private final JdbcClient jdbc;
  private final JdbcTemplate batches;
  private final ClickProperties properties;
  private final Clock clock;

  HourCounts(JdbcClient jdbc, JdbcTemplate batches, ClickProperties properties, Clock clock) {
    this.jdbc = jdbc;
    this.batches = batches;
    this.properties = properties;
    this.clock = clock;
  }

  /**
   * Visits of an hour.
   *
   * @param hour when it begins
   */
  record Visits(Instant hour, long visits) {}

  /**
   * Adds visits, as a part of the caller's transaction; those of a clock that is days ahead would
   * never be forgotten, and are left out.
   */
  void add(SortedMap<Hour, Long> visits) {
    long latest = clock.instant().plus(properties.hoursKept()).toEpochMilli();
    batches.batchUpdate(
        "INSERT INTO click_hours (code, generation, hour_at, visits) VALUES (?, ?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE visits = visits + VALUES(visits)",
        visits.entrySet().stream()
            .filter(entry -> entry.getKey().at() < latest)
            .map(
                entry ->
                    new Object[] {
                      entry.getKey().code(),
                      entry.getKey().generation(),
                      entry.getKey().at(),
                      entry.getValue()
                    })
            .toList());
  }

  /** Of hours that begin within a time, the earliest first; those without visits are left out. */
  List<Visits> of(String code, int generation, Instant from, Instant before) {
    return jdbc.sql(
            "SELECT hour_at, visits FROM click_hours WHERE code = ? AND generation = ?"
                + " AND hour_at >= ? AND hour_at < ? ORDER BY hour_at")
        .params(code, generation, from.toEpochMilli(), before.toEpochMilli())
        .query((row, n) -> new Visits(Instant.ofEpochMilli(row.getLong(1)), row.getLong(2)))
        .list();
  }

  /** Forgets hours that are kept no longer, some of them at a time. */
  @Scheduled(fixedDelayString = "1m", initialDelayString = "5m")
  void forget() {
    long first = clock.instant().minus(properties.hoursKept()).toEpochMilli();
    Retention.forget(jdbc, MOST_FORGOTTEN, "DELETE FROM click_hours WHERE hour_at < ?", first);
  }
}
