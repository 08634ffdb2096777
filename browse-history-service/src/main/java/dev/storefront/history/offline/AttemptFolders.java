package dev.storefront.history.offline;

import java.time.Clock;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * The table {@code offline_attempt}: folders of attempts. Each is there before its job is, so none
 * is forgotten whoever dies; jobs that are ordered later remove those whose content does not count,
 * for only jobs know the file system.
 */
@Repository
class AttemptFolders {

  /** So many are removed by a job at most. */
  private static final int MOST_AT_A_TIME = 20;

  private final JdbcClient jdbc;
  private final OfflineProperties properties;
  private final Clock clock;

  AttemptFolders(JdbcClient jdbc, OfflineProperties properties, Clock clock) {
    this.jdbc = jdbc;
    this.properties = properties;
    this.clock = clock;
  }

  /**
   * Notes a folder that a run's next job will write.
   *
   * @param folder its date and its own name
   */
  void add(long run, String folder) {
    jdbc.sql(
            """
            INSERT INTO offline_attempt (folder, run) VALUES (?, ?)
            ON DUPLICATE KEY UPDATE run = VALUES(run)
            """)
        .params(folder, run)
        .update();
  }

  /**
   * Says that a folder is a step's output no longer.
   *
   * @param output its URI
   */
  void replaced(String output) {
    jdbc.sql(
            "UPDATE offline_attempt SET replaced_at = ? WHERE folder = SUBSTRING_INDEX(?, '/', -2)")
        .params(clock.millis(), output)
        .update();
  }

  /** Says that a run is over: what its attempts left may go unless it counts. */
  void giveUp(long run) {
    jdbc.sql("UPDATE offline_attempt SET run = NULL WHERE run = ?").param(run).update();
  }

  /**
   * Folders that nobody needs when a run orders its next job: those that it gave up itself too, and
   * those whose content counted until a later attempt's did, once no job can read them any more.
   */
  List<String> left(long run) {
    return jdbc.sql(
            """
            SELECT folder FROM offline_attempt WHERE (run = ? OR run IS NULL) AND folder NOT IN
              (SELECT SUBSTRING_INDEX(output, '/', -2) FROM offline_step WHERE output IS NOT NULL)
              AND (replaced_at IS NULL OR replaced_at < ?)
            LIMIT ?
            """)
        .params(run, clock.millis() - properties.longest().toMillis(), MOST_AT_A_TIME)
        .query(String.class)
        .list();
  }

  /** Forgets folders that a job was told to remove. */
  void forget(List<String> removed) {
    if (!removed.isEmpty()) {
      jdbc.sql("DELETE FROM offline_attempt WHERE folder IN (:removed)")
          .param("removed", removed)
          .update();
    }
  }
}
