package dev.storefront.fitment.imports;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** How far imports are, for every instance to tell. */
@Repository
class ImportTable {

  /** Rejected records that are kept of an import; the others are only counted. */
  static final int LISTED = 1_000;

  private static final int LONGEST_REASON = 500;
  private static final String COLUMNS =
      "SELECT id, format, dry_run, state, failure, created_at, updated_at, file_bytes,"
          + " records_read, lines_read, bytes_read, staged, skus_written, pairs_written,"
          + " records_rejected FROM fitment_import ";

  private final JdbcClient db;
  private final JdbcTemplate batches;
  private final ImportLeases leases;
  private final Clock clock;

  ImportTable(JdbcClient db, JdbcTemplate batches, ImportLeases leases, Clock clock) {
    this.db = db;
    this.batches = batches;
    this.leases = leases;
    this.clock = clock;
  }

  void create(String id, ImportFormat format, boolean dryRun, long fileBytes) {
    long now = clock.millis();
    db.sql(
            """
            INSERT INTO fitment_import (id, format, dry_run, state, failure, created_at, updated_at,
              file_bytes, records_read, lines_read, bytes_read, staged, skus_written,
              pairs_written, records_rejected, lease_owner, lease_until)
            VALUES (?, ?, ?, 'QUEUED', '', ?, ?, ?, 0, 0, 0, FALSE, 0, 0, 0, '', 0)""")
        .params(id, format.name(), dryRun, now, now, fileBytes)
        .update();
  }

  /** How many imports are not over. */
  int open() {
    return db.sql("SELECT COUNT(*) FROM fitment_import WHERE state IN ('QUEUED', 'RUNNING')")
        .query(Integer.class)
        .single();
  }

  /**
   * Saves how far an import is, and what was rejected since the last time; in the transaction of
   * what that counts.
   *
   * @throws Lease.LostException if another instance works on it
   */
  void save(Lease lease, Progress progress, List<RejectedRecord> rejected) {
    leases.renew(lease);
    db.sql(
            """
            UPDATE fitment_import SET updated_at = ?, records_read = ?, lines_read = ?,
              bytes_read = ?, staged = ?, skus_written = ?, pairs_written = ?, records_rejected = ?
            WHERE id = ?""")
        .params(
            clock.millis(),
            progress.records(),
            progress.lines(),
            progress.bytes(),
            progress.staged(),
            progress.skus(),
            progress.pairs(),
            progress.rejected(),
            lease.importId())
        .update();
    long listedBefore = progress.rejected() - rejected.size();
    batches.batchUpdate(
        "INSERT INTO fitment_import_rejection (import_id, record, line, reason)"
            + " VALUES (?, ?, ?, ?)",
        rejected.stream()
            .limit(Math.max(0, LISTED - listedBefore))
            .map(r -> new Object[] {lease.importId(), r.record(), r.line(), cut(r.reason())})
            .toList());
  }

  /**
   * Ends an import; nobody goes on with it from then on.
   *
   * @param failure why it failed, empty if it did not
   * @throws Lease.LostException if another instance works on it, or it is over
   */
  void end(Lease lease, ImportState state, String failure) {
    int ended =
        db.sql(
                """
                UPDATE fitment_import SET state = ?, failure = ?, updated_at = ?
                WHERE id = ? AND lease_owner = ? AND state = 'RUNNING'""")
            .params(state.name(), cut(failure), clock.millis(), lease.importId(), lease.owner())
            .update();
    if (ended == 0) {
      throw new Lease.LostException(lease);
    }
  }

  /** Ends what nobody has worked on for so long that its file must be lost. */
  int endAbandoned(Duration after) {
    return db.sql(
            """
            UPDATE fitment_import SET state = 'FAILED', failure = 'Its file is lost.'
            WHERE state IN ('QUEUED', 'RUNNING') AND updated_at < :before AND lease_until < :before
            """)
        .param("before", clock.millis() - after.toMillis())
        .update();
  }

  /** True if nobody will go on with it any more, or there is no such import. */
  boolean isOver(String id) {
    return find(id).map(found -> found.state().isOver()).orElse(true);
  }

  Optional<FitmentImport> find(String id) {
    return db.sql(COLUMNS + "WHERE id = ?").param(id).query(ImportTable::row).optional();
  }

  /** Imports that are older than the position, the newest first. */
  List<FitmentImport> list(Instant createdAt, String id, int limit) {
    return db.sql(
            COLUMNS
                + "WHERE created_at < :at OR (created_at = :at AND id < :id)"
                + " ORDER BY created_at DESC, id DESC LIMIT :limit")
        .param("at", createdAt.toEpochMilli())
        .param("id", id)
        .param("limit", limit)
        .query(ImportTable::row)
        .list();
  }

  List<RejectedRecord> rejected(String id) {
    return db.sql(
            "SELECT record, line, reason FROM fitment_import_rejection WHERE import_id = ?"
                + " ORDER BY record LIMIT ?")
        .params(id, LISTED)
        .query((row, n) -> new RejectedRecord(row.getLong(1), row.getLong(2), row.getString(3)))
        .list();
  }

  private static FitmentImport row(ResultSet row, int number) throws SQLException {
    return new FitmentImport(
        row.getString("id"),
        ImportFormat.valueOf(row.getString("format")),
        row.getBoolean("dry_run"),
        ImportState.valueOf(row.getString("state")),
        row.getString("failure"),
        Instant.ofEpochMilli(row.getLong("created_at")),
        Instant.ofEpochMilli(row.getLong("updated_at")),
        row.getLong("file_bytes"),
        new Progress(
            row.getLong("records_read"),
            row.getLong("lines_read"),
            row.getLong("bytes_read"),
            row.getBoolean("staged"),
            row.getLong("skus_written"),
            row.getLong("pairs_written"),
            row.getLong("records_rejected")));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_REASON ? text : text.substring(0, LONGEST_REASON - 3) + "...";
  }
}
