package dev.storefront.shortlink.tier;

import dev.storefront.shortlink.tier.TierReport.TierIds;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Tells ahead of time, as a metric, that a tier runs dry. */
@Component
class TierForecast {

  private static final Logger log = LoggerFactory.getLogger(TierForecast.class);

  private final TierReport report;
  private final MultiGauge days;

  TierForecast(TierReport report, MeterRegistry meters) {
    this.report = report;
    this.days = MultiGauge.builder("storefront.shortlink.days.until.dry").register(meters);
  }

  @Scheduled(fixedDelay = 300_000, initialDelay = 30_000)
  void refresh() {
    try {
      days.register(report.all().stream().map(TierForecast::row).toList(), true);
    } catch (DataAccessException away) {
      log.debug("How long tiers last is counted once the database is back: {}", away.toString());
    }
  }

  private static Row<?> row(TierIds tier) {
    Double left = tier.daysUntilDry();
    return Row.of(
        Tags.of("tier", Integer.toString(tier.tier())),
        left == null ? Double.POSITIVE_INFINITY : left);
  }
}
