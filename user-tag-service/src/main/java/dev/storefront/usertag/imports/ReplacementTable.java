package dev.storefront.usertag.imports;

import dev.storefront.usertag.bitmap.Bitmap;
import dev.storefront.usertag.replacing.Replacement;
import dev.storefront.usertag.replacing.Replacements;
import dev.storefront.usertag.segment.SegmentLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The imports that replace the users of tags, from when they begin to apply until they are cleared,
 * in the table {@code tag_replacement}; and since when the latest one of a tag holds, in its row
 * ({@code replaced_at}). Who changes either locks the tag's row first, and so waits for those who
 * are about to record something.
 */
@Component
class ReplacementTable implements Replacements {

  private final JdbcClient database;
  private final TransactionTemplate transaction;
  private final ImportLedger ledger;
  private final SegmentLayout layout;

  ReplacementTable(
      JdbcClient database,
      TransactionTemplate transaction,
      ImportLedger ledger,
      SegmentLayout layout) {
    this.database = database;
    this.transaction = transaction;
    this.ledger = ledger;
    this.layout = layout;
  }

  /**
   * Nothing that is older counts for the tag any more, but by what this import says. A repeat does
   * no harm.
   *
   * @param run the import, whose ledger is complete
   * @param since epoch milliseconds
   */
  void begin(int tag, long run, long since) {
    transaction.executeWithoutResult(
        status -> {
          database
              .sql("UPDATE tag SET replaced_at = GREATEST(replaced_at, ?) WHERE number = ?")
              .params(since, tag)
              .update();
          database
              .sql(
                  "INSERT INTO tag_replacement (tag, import, since) VALUES (?, ?, ?)"
                      + " ON DUPLICATE KEY UPDATE since = VALUES(since)")
              .params(tag, run, since)
              .update();
        });
  }

  /**
   * The import is over. One that did not reach all users holds for those whom it has reached: what
   * is older counts for the others again. A repeat does no harm.
   *
   * @param reachedAllSince since when it holds if it has reached all, epoch milliseconds; else 0
   */
  void end(int tag, long run, long reachedAllSince) {
    transaction.executeWithoutResult(
        status -> {
          database
              .sql(
                  "UPDATE tag SET wholly_replaced_at = GREATEST(wholly_replaced_at, ?)"
                      + " WHERE number = ?")
              .params(reachedAllSince, tag)
              .update();
          database
              .sql("DELETE FROM tag_replacement WHERE tag = ? AND import = ?")
              .params(tag, run)
              .update();
          database
              .sql(
                  "UPDATE tag SET replaced_at = GREATEST(wholly_replaced_at,"
                      + " (SELECT COALESCE(MAX(since), 0) FROM tag_replacement WHERE tag = ?))"
                      + " WHERE number = ?")
              .params(tag, tag)
              .update();
        });
  }

  @Override
  public Optional<Replacement> latest(int tag) {
    return database
        .sql(
            "SELECT import, since FROM tag_replacement WHERE tag = ?"
                + " ORDER BY since DESC, import DESC LIMIT 1")
        .param(tag)
        .query((row, index) -> replacement(row.getLong("import"), tag, row.getLong("since")))
        .optional();
  }

  private Replacement replacement(long run, int tag, long since) {
    Map<Integer, Bitmap> read = new HashMap<>();
    return new Replacement(
        since,
        by(run),
        ordinal ->
            read.computeIfAbsent(layout.segmentOf(ordinal), segment -> ledger.of(run, segment, tag))
                .get(layout.offsetOf(ordinal)));
  }

  /** Who makes the changes of an import, for the audit. */
  static String by(long run) {
    return "import " + run;
  }
}
