package dev.storefront.fitment.upkeep;

import dev.storefront.fitment.placement.Deviation;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.Shelf;
import dev.storefront.fitment.placement.SkuKind;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Runs, for every instance to see, and to go on with when their instance ended. */
@Repository
class RunTable {

  /** Differences that are kept of a run; the others are only counted. */
  static final int LISTED = 100;

  /** Whoever has saved nothing for so long is gone. */
  private static final Duration OWNED_FOR = Duration.ofSeconds(15);

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final Clock clock;

  RunTable(JdbcClient db, JdbcTemplate batches, Clock clock) {
    this.db = db;
    this.batches = batches;
    this.clock = clock;
  }

  /** Keeps others from starting runs of this task until the transaction ends. */
  void lock(Task task) {
    db.sql("SELECT task FROM upkeep_task WHERE task = ? FOR UPDATE")
        .param(task.name())
        .query(String.class)
        .single();
  }

  /**
   * Notes a new run.
   *
   * @param placement the settings of where groups lie
   */
  long add(Task task, @Nullable String cluster, boolean repair, String placement, long shelves) {
    GeneratedKeyHolder key = new GeneratedKeyHolder();
    db.sql(
            """
            INSERT INTO upkeep_run (task, cluster, repair, placement, started_at, shelves)
            VALUES (:task, :cluster, :repair, :placement, :now, :shelves)""")
        .param("task", task.name())
        .param("cluster", cluster)
        .param("repair", repair)
        .param("placement", placement)
        .param("now", clock.millis())
        .param("shelves", shelves)
        .update(key, "id");
    Number id = key.getKey();
    if (id == null) {
      throw new IllegalStateException("MySQL gave the run no id");
    }
    return id.longValue();
  }

  Optional<Run> find(Task task, long id) {
    return db.sql("SELECT * FROM upkeep_run WHERE id = ? AND task = ?")
        .params(id, task.name())
        .query((row, number) -> run(row))
        .optional();
  }

  /** The run of this task that is under way under these settings. */
  Optional<Run> unfinished(Task task, String placement) {
    return db.sql(
            """
            SELECT * FROM upkeep_run WHERE finished_at IS NULL AND task = ? AND placement = ?
            ORDER BY id LIMIT 1""")
        .params(task.name(), placement)
        .query((row, number) -> run(row))
        .optional();
  }

  /**
   * Takes on the oldest run that nobody works on, or goes on with one's own.
   *
   * @param placement the settings of where groups lie; runs under others are left alone
   */
  Optional<Run> claim(String owner, String placement) {
    Optional<Long> free =
        db.sql(
                """
                SELECT id FROM upkeep_run
                WHERE finished_at IS NULL AND placement = ? AND (owner = ? OR owned_until < ?)
                ORDER BY id LIMIT 1""")
            .params(placement, owner, clock.millis())
            .query(Long.class)
            .optional();
    return free.filter(id -> claim(id, owner))
        .flatMap(
            id ->
                db.sql("SELECT * FROM upkeep_run WHERE id = ?")
                    .param(id)
                    .query((row, number) -> run(row))
                    .optional());
  }

  private boolean claim(long id, String owner) {
    return db.sql(
                """
                UPDATE upkeep_run SET owner = ?, owned_until = ?
                WHERE id = ? AND finished_at IS NULL AND (owner = ? OR owned_until < ?)""")
            .params(owner, ownedUntil(), id, owner, clock.millis())
            .update()
        > 0;
  }

  /**
   * Saves how far a run is.
   *
   * @param found since the last time
   * @return false if somebody else works on it by now; then nothing is saved
   */
  @Transactional
  boolean save(Run run, List<Difference> found, String owner) {
    if (!saveProgress(run, owner)) {
      return false;
    }
    long before =
        run.tally().differing() - found.stream().map(Difference::shelf).distinct().count();
    batches.batchUpdate(
        """
        INSERT INTO upkeep_difference
          (run_id, kind, vendor_id, group_id, shelf, cluster, deviation)
        VALUES (?, ?, ?, ?, ?, ?, ?)""",
        found.stream()
            .limit(Math.max(0, LISTED - before))
            .map(difference -> columns(run, difference))
            .toList());
    return true;
  }

  private boolean saveProgress(Run run, String owner) {
    Tally tally = run.tally();
    Instant finishedAt = run.finishedAt();
    Shelf last = run.last();
    return db.sql(
                """
                UPDATE upkeep_run SET done = :done, rewritten = :rewritten, moved = :moved,
                  differing = :differing, repaired = :repaired, unreached = :unreached,
                  last_kind = :kind, last_vendor_id = :vendor, last_group_id = :group,
                  last_shelf = :shelf, finished_at = :finishedAt, owned_until = :ownedUntil
                WHERE id = :id AND owner = :owner AND finished_at IS NULL""")
            .param("done", tally.done())
            .param("rewritten", tally.rewritten())
            .param("moved", tally.moved())
            .param("differing", tally.differing())
            .param("repaired", tally.repaired())
            .param("unreached", tally.unreached())
            .param("kind", last == null ? null : last.group().kind().name())
            .param("vendor", last == null ? null : last.group().vendorId())
            .param("group", last == null ? null : last.group().id())
            .param("shelf", last == null ? null : last.number())
            .param("finishedAt", finishedAt == null ? null : finishedAt.toEpochMilli())
            .param("ownedUntil", ownedUntil())
            .param("id", run.id())
            .param("owner", owner)
            .update()
        > 0;
  }

  /** The first differences that a run found. */
  List<Difference> differences(long runId) {
    return db.sql("SELECT * FROM upkeep_difference WHERE run_id = ? ORDER BY id LIMIT ?")
        .params(runId, LISTED)
        .query(
            (row, number) ->
                new Difference(
                    shelf(row, ""),
                    row.getString("cluster"),
                    Deviation.valueOf(row.getString("deviation"))))
        .list();
  }

  private long ownedUntil() {
    return clock.millis() + OWNED_FOR.toMillis();
  }

  private static Object[] columns(Run run, Difference difference) {
    Group group = difference.shelf().group();
    return new Object[] {
      run.id(),
      group.kind().name(),
      group.vendorId(),
      group.id(),
      difference.shelf().number(),
      difference.cluster(),
      difference.deviation().name()
    };
  }

  private static Run run(ResultSet row) throws SQLException {
    long finishedAt = row.getLong("finished_at");
    return new Run(
        row.getLong("id"),
        Task.valueOf(row.getString("task")),
        row.getString("cluster"),
        row.getBoolean("repair"),
        Instant.ofEpochMilli(row.getLong("started_at")),
        row.getLong("shelves"),
        row.getString("last_kind") == null ? null : shelf(row, "last_"),
        new Tally(
            row.getLong("done"),
            row.getLong("rewritten"),
            row.getLong("moved"),
            row.getLong("differing"),
            row.getLong("repaired"),
            row.getLong("unreached")),
        finishedAt == 0 ? null : Instant.ofEpochMilli(finishedAt));
  }

  private static Shelf shelf(ResultSet row, String prefix) throws SQLException {
    Group group =
        new Group(
            SkuKind.valueOf(row.getString(prefix + "kind")),
            row.getLong(prefix + "group_id"),
            row.getLong(prefix + "vendor_id"));
    return new Shelf(group, row.getInt(prefix + "shelf"));
  }
}
