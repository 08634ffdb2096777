package dev.storefront.history.offline;

import static dev.storefront.common.database.DatabaseClock.NOW;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The tables {@code offline_step} and {@code offline_schedule}: what was done for which date. */
@Repository
class OfflineDays {

  /** More than the furthest back that a date can be worked. */
  private static final long KEPT_DAYS = OfflineProperties.MOST_DAYS_BACK + 8;

  private final JdbcClient jdbc;
  private final AttemptFolders folders;
  private final Clock clock;

  OfflineDays(JdbcClient jdbc, AttemptFolders folders, Clock clock) {
    this.jdbc = jdbc;
    this.folders = folders;
    this.clock = clock;
  }

  /**
   * A step that was done.
   *
   * @param output where its result is; of an export, the rows that HBase has now
   */
  record Done(LocalDate date, String output) {}

  /** What was done last for the date; empty if nothing. */
  Optional<Done> done(LocalDate date, OfflineStep step) {
    return jdbc.sql(
            "SELECT day, output FROM offline_step WHERE day = ? AND step = ? AND output IS NOT"
                + " NULL")
        .params(date, step.name())
        .query((row, n) -> new Done(row.getObject(1, LocalDate.class), row.getString(2)))
        .optional();
  }

  /** The latest date before this one whose rows HBase has. */
  Optional<Done> exportedBefore(LocalDate date) {
    return jdbc.sql(
            """
            SELECT day, output FROM offline_step
            WHERE step = 'EXPORT' AND day < ? AND output IS NOT NULL ORDER BY day DESC LIMIT 1
            """)
        .param(date)
        .query((row, n) -> new Done(row.getObject(1, LocalDate.class), row.getString(2)))
        .optional();
  }

  /**
   * Says that a step is done, to be called in a transaction; of an export, forgets dates that
   * nobody can order any more.
   */
  void finish(LocalDate date, OfflineStep step, String output) {
    done(date, step)
        .map(Done::output)
        .filter(before -> !before.equals(output))
        .ifPresent(folders::replaced);
    if (step == OfflineStep.EXPORT) {
      jdbc.sql("DELETE FROM offline_step WHERE day < ?").param(date.minusDays(KEPT_DAYS)).update();
    }
    jdbc.sql(
            """
            INSERT INTO offline_step (day, step, output, attempts, tried_at) VALUES (?, ?, ?, 0, ?)
            ON DUPLICATE KEY UPDATE output = VALUES(output)
            """)
        .params(date, step.name(), output, clock.millis())
        .update();
  }

  /** Counts a run that can make no further attempt as one that made all it may. */
  void giveUp(LocalDate date, OfflineStep step) {
    int made = tried(date, step).map(Tried::attempts).orElse(0);
    count(date, step, OfflineTask.MOST_TRIES - made % OfflineTask.MOST_TRIES);
  }

  /**
   * Counts an attempt of a step, to be called in a transaction.
   *
   * @return its number, from 0
   */
  int attempt(LocalDate date, OfflineStep step) {
    count(date, step, 1);
    return jdbc.sql("SELECT attempts FROM offline_step WHERE day = ? AND step = ?")
            .params(date, step.name())
            .query(Integer.class)
            .single()
        - 1;
  }

  private void count(LocalDate date, OfflineStep step, int attempts) {
    jdbc.sql(
            """
            INSERT INTO offline_step (day, step, attempts, tried_at) VALUES (?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE
              attempts = attempts + VALUES(attempts), tried_at = VALUES(tried_at)
            """)
        .params(date, step.name(), attempts, clock.millis())
        .update();
  }

  /**
   * That a step was tried.
   *
   * @param attempts how many times
   * @param at when the last time was
   */
  record Tried(int attempts, Instant at) {}

  /** What was tried of a step; empty if nothing was. */
  Optional<Tried> tried(LocalDate date, OfflineStep step) {
    return jdbc.sql("SELECT attempts, tried_at FROM offline_step WHERE day = ? AND step = ?")
        .params(date, step.name())
        .query((row, n) -> new Tried(row.getInt(1), Instant.ofEpochMilli(row.getLong(2))))
        .optional();
  }

  /** Takes the schedule for a while, by the database's clock; false if another instance has it. */
  boolean takeSchedule(Duration lease) {
    return jdbc.sql(
                """
                UPDATE offline_schedule SET lease_until = %1$s + ?
                WHERE id = 1 AND lease_until <= %1$s
                """
                    .formatted(NOW))
            .param(lease.toMillis())
            .update()
        == 1;
  }
}
