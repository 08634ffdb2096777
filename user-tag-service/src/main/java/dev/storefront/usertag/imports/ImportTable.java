package dev.storefront.usertag.imports;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/** The tables {@code tag_import} and {@code rejected_line}. */
@Component
class ImportTable {

  /** Rejected lines that are kept of an import; the others are only counted. */
  private static final int LISTED = 1000;

  private final JdbcClient database;
  private final JdbcTemplate batches;

  ImportTable(JdbcClient database, JdbcTemplate batches) {
    this.database = database;
    this.batches = batches;
  }

  /**
   * @param spool whose disk has the file
   */
  void add(TagImport created, String spool) {
    database
        .sql(
            "INSERT INTO tag_import (id, tag, tag_name, state, spool, lines_read, users_tagged,"
                + " lines_rejected) VALUES (?, ?, ?, ?, ?, 0, 0, 0)")
        .params(
            created.id(),
            created.tag(),
            created.tagName().getBytes(StandardCharsets.UTF_8),
            created.state().name(),
            spool)
        .update();
  }

  /** The imports that are not over yet and whose file that disk has, or ought to have. */
  List<TagImport> unfinished(String spool) {
    return database
        .sql("SELECT * FROM tag_import WHERE spool = ? AND state IN ('QUEUED', 'RUNNING')")
        .param(spool)
        .query(ImportTable::tagImport)
        .list();
  }

  Optional<TagImport> find(String id) {
    return database
        .sql("SELECT * FROM tag_import WHERE id = ?")
        .param(id)
        .query(ImportTable::tagImport)
        .optional();
  }

  List<RejectedLine> rejected(String id) {
    return database
        .sql("SELECT line, reason FROM rejected_line WHERE import_id = ? ORDER BY line LIMIT ?")
        .params(id, LISTED)
        .query((row, index) -> new RejectedLine(row.getLong("line"), row.getString("reason")))
        .list();
  }

  @Transactional
  void save(TagImport progress, List<RejectedLine> rejected) {
    database
        .sql(
            "UPDATE tag_import SET state = ?, lines_read = ?, users_tagged = ?,"
                + " lines_rejected = ? WHERE id = ?")
        .params(
            progress.state().name(),
            progress.linesRead(),
            progress.usersTagged(),
            progress.linesRejected(),
            progress.id())
        .update();
    long before = progress.linesRejected() - rejected.size();
    batches.batchUpdate(
        "INSERT IGNORE INTO rejected_line (import_id, line, reason) VALUES (?, ?, ?)",
        rejected.stream()
            .limit(Math.max(0, LISTED - before))
            .map(line -> new Object[] {progress.id(), line.line(), line.reason()})
            .toList());
  }

  private static TagImport tagImport(ResultSet row, int index) throws SQLException {
    return new TagImport(
        row.getString("id"),
        row.getInt("tag"),
        new String(row.getBytes("tag_name"), StandardCharsets.UTF_8),
        ImportState.valueOf(row.getString("state")),
        row.getLong("lines_read"),
        row.getLong("users_tagged"),
        row.getLong("lines_rejected"));
  }
}
