package dev.storefront.fitment.imports;

import dev.storefront.fitment.lines.RejectedLine;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** How far imports are, for every instance to tell. */
@Repository
class ImportTable {

  /** Rejected lines that are kept of an import; the others are only counted. */
  private static final int LISTED = 1_000;

  private final JdbcClient db;
  private final JdbcTemplate batches;

  ImportTable(JdbcClient db, JdbcTemplate batches) {
    this.db = db;
    this.batches = batches;
  }

  /** Saves an import, and what was rejected since the last time. */
  @Transactional
  void save(FitmentImport progress, List<RejectedLine> rejected) {
    db.sql(
            """
            INSERT INTO fitment_import
              (id, state, lines_read, skus_written, pairs_written, lines_rejected)
            VALUES (?, ?, ?, ?, ?, ?)
            ON DUPLICATE KEY UPDATE state = VALUES(state), lines_read = VALUES(lines_read),
              skus_written = VALUES(skus_written), pairs_written = VALUES(pairs_written),
              lines_rejected = VALUES(lines_rejected)""")
        .params(
            progress.id(),
            progress.state().name(),
            progress.linesRead(),
            progress.skusWritten(),
            progress.pairsWritten(),
            progress.linesRejected())
        .update();
    long before = progress.linesRejected() - rejected.size();
    batches.batchUpdate(
        "INSERT INTO fitment_import_rejection (import_id, line, reason) VALUES (?, ?, ?)"
            + " ON DUPLICATE KEY UPDATE reason = VALUES(reason)",
        rejected.stream()
            .limit(Math.max(0, LISTED - before))
            .map(line -> new Object[] {progress.id(), line.line(), line.reason()})
            .toList());
  }

  void end(String id, ImportState state) {
    db.sql("UPDATE fitment_import SET state = ? WHERE id = ?").params(state.name(), id).update();
  }

  Optional<FitmentImport> find(String id) {
    return db.sql("SELECT * FROM fitment_import WHERE id = ?")
        .param(id)
        .query(
            (row, n) ->
                new FitmentImport(
                    row.getString("id"),
                    ImportState.valueOf(row.getString("state")),
                    row.getLong("lines_read"),
                    row.getLong("skus_written"),
                    row.getLong("pairs_written"),
                    row.getLong("lines_rejected")))
        .optional();
  }

  List<RejectedLine> rejected(String id) {
    return db.sql(
            "SELECT line, reason FROM fitment_import_rejection WHERE import_id = ?"
                + " ORDER BY line LIMIT ?")
        .params(id, LISTED)
        .query((row, n) -> new RejectedLine(row.getLong(1), row.getString(2)))
        .list();
  }
}
