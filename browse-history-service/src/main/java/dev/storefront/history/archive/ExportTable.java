package dev.storefront.history.archive;

import dev.storefront.history.core.Export;
import java.time.Clock;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code completed_export}: one row, for the latest complete export. */
@Repository
class ExportTable {

  private final JdbcClient jdbc;
  private final Clock clock;

  ExportTable(JdbcClient jdbc, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
  }

  /** The latest complete export, {@link Export#NONE} before the first. */
  Export read() {
    return jdbc.sql("SELECT number, watermark FROM completed_export")
        .query((row, n) -> new Export(row.getLong("number"), row.getLong("watermark")))
        .optional()
        .orElse(Export.NONE);
  }

  /**
   * Says that all rows of an export are in HBase; never before they are. Copies of rows in Redis
   * are outdated from now on.
   *
   * @param asOf the export's logical time, epoch milliseconds; an older date that was exported
   *     again does not take the watermark back
   */
  void complete(long asOf) {
    jdbc.sql(
            """
            INSERT INTO completed_export (id, number, watermark, completed_at) VALUES (1, 1, ?, ?)
            ON DUPLICATE KEY UPDATE number = number + 1,
              watermark = GREATEST(watermark, VALUES(watermark)),
              completed_at = VALUES(completed_at)
            """)
        .params(asOf, clock.millis())
        .update();
  }
}
