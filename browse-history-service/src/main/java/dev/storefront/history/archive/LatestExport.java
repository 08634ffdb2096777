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
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** The latest complete export, as this instance knows it: looked up every few seconds. */
@Component
class LatestExport {

  private static final Logger log = LoggerFactory.getLogger(LatestExport.class);

  private final ExportTable table;
  private final Clock clock;
  private volatile @Nullable Export latest;

  LatestExport(ExportTable table, MeterRegistry meters, Clock clock) {
    this.table = table;
    this.clock = clock;
    Gauge.builder("storefront.history.export.lag", this, LatestExport::lagInHours)
        .description("Hours since the time up to which cold rows are complete")
        .baseUnit("hours")
        .register(meters);
  }

  /** Empty until the database has told it once; afterwards the last one that it told. */
  Optional<Export> get() {
    return Optional.ofNullable(latest);
  }

  @Scheduled(fixedDelayString = "${history.archive.export-poll:2s}")
  void refresh() {
    try {
      latest = table.read();
    } catch (RuntimeException e) {
      log.warn("Which export is the latest cannot be looked up: {}", e.toString());
    }
  }

  /** Not a number before the first export. */
  private double lagInHours() {
    Export known = latest;
    return known == null || known.number() == 0
        ? Double.NaN
        : (clock.millis() - known.watermark()) / (double) Duration.ofHours(1).toMillis();
  }
}
