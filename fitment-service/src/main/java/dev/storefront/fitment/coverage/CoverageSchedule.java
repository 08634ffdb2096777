package dev.storefront.fitment.coverage;

import dev.storefront.common.run.Runs;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Orders a count when the last one is old enough; one instance does. */
@Component
class CoverageSchedule {
  static final String ALL = "all models";
  private static final Logger log = LoggerFactory.getLogger(CoverageSchedule.class);

  private final Runs<String, Long> coverageCounts;
  private final CoverageProperties properties;

  CoverageSchedule(Runs<String, Long> coverageCounts, CoverageProperties properties) {
    this.coverageCounts = coverageCounts;
    this.properties = properties;
  }

  @Scheduled(fixedDelay = 5_000, initialDelay = 5_000)
  void orderIfDue() {
    try {
      coverageCounts.startAgain(ALL, ALL, properties.every());
    } catch (RuntimeException e) {
      log.warn("Coverage stays as it was counted last: {}", e.toString());
    }
  }
}
