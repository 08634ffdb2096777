package dev.storefront.history.archive;

import dev.storefront.history.core.Export;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Repository;

/**
 * The table {@code completed_export}: one row, for the latest complete export. Each instance looks
 * it up every few seconds.
 */
@Repository
class ExportTable {

  private static final Logger log = LoggerFactory.getLogger(ExportTable.class);

  private final JdbcClient jdbc;
  private final Clock clock;
  private volatile @Nullable Export latest;

  ExportTable(JdbcClient jdbc, MeterRegistry meters, Clock clock) {
    this.jdbc = jdbc;
    this.clock = clock;
    Gauge.builder("storefront.history.export.lag", this, ExportTable::lagInHours)
        .description("Hours since the time up to which cold rows are complete")
        .baseUnit("hours")
        .register(meters);
  }

  /** Empty until the database has told it once; afterwards the last one that it told. */
  Optional<Export> latest() {
    return Optional.ofNullable(latest);
  }

  @Scheduled(fixedDelayString = "${history.archive.export-poll:2s}")
  synchronized void refresh() {
    try {
      latest = read();
    } catch (RuntimeException e) {
      log.warn("Which export is the latest cannot be looked up: {}", e.toString());
    }
  }

  /** The latest complete export, {@link Export#NONE} before the first. */
  Export read() {
    return jdbc.sql("SELECT number, watermark FROM completed_export")
        .query((row, n) -> new Export(row.getLong("number"), row.getLong("watermark")))
        .optional()
        .orElse(Export.NONE);
  }

  /** As {@link Archive#complete}. */
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
    refresh();
  }

  /** Not a number before the first export. */
  private double lagInHours() {
    Export known = latest;
    return known == null || known.number() == 0
        ? Double.NaN
        : (clock.millis() - known.watermark()) / (double) Duration.ofHours(1).toMillis();
  }
}
