package dev.storefront.usertag.standing;

import dev.storefront.common.run.Runs;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Orders a counting when an hour has begun, and when an audience is new or changed; and for the
 * latter a backfill.
 */
@Component
class AudienceSchedule {

  private static final Logger log = LoggerFactory.getLogger(AudienceSchedule.class);

  /** One at a time. */
  private static final String KEY = "audiences";

  private final Runs<Counting, Counted> audienceCountings;
  private final Runs<Backfill, Backfilled> audienceBackfills;
  private final AudienceTable table;
  private final FormulaTable formulas;
  private final Clock clock;

  AudienceSchedule(
      Runs<Counting, Counted> audienceCountings,
      Runs<Backfill, Backfilled> audienceBackfills,
      AudienceTable table,
      FormulaTable formulas,
      Clock clock) {
    this.audienceCountings = audienceCountings;
    this.audienceBackfills = audienceBackfills;
    this.table = table;
    this.formulas = formulas;
    this.clock = clock;
  }

  @Scheduled(fixedDelayString = "${storefront.usertag.upkeep-interval:2s}")
  void look() {
    try {
      formulas
          .unfinished()
          .forEach(id -> audienceBackfills.startAlone(new Backfill(id), Long.toString(id)));
      long hour = hourOf(clock.instant()).toEpochMilli();
      if (table.countedBefore(hour).isPresent()) {
        audienceCountings.startAlone(new Counting(hour), KEY);
      }
    } catch (RuntimeException e) {
      log.warn("Audiences are brought up to date later: {}", e.toString());
    }
  }

  static Instant hourOf(Instant time) {
    return time.truncatedTo(ChronoUnit.HOURS);
  }
}
