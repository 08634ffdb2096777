package dev.storefront.usertag.standing;

import dev.storefront.common.run.Runs;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Orders a counting when an hour has begun, and when an audience is new or changed. */
@Component
class CountSchedule {

  private static final Logger log = LoggerFactory.getLogger(CountSchedule.class);

  /** One at a time. */
  private static final String KEY = "audiences";

  private final Runs<Counting, Counted> audienceCountings;
  private final AudienceTable table;
  private final Clock clock;

  CountSchedule(Runs<Counting, Counted> audienceCountings, AudienceTable table, Clock clock) {
    this.audienceCountings = audienceCountings;
    this.table = table;
    this.clock = clock;
  }

  @Scheduled(fixedDelayString = "${storefront.usertag.upkeep-interval:2s}")
  void look() {
    try {
      long hour = hourOf(clock.instant()).toEpochMilli();
      if (table.countedBefore(hour).isPresent()) {
        audienceCountings.startAlone(new Counting(hour), KEY);
      }
    } catch (RuntimeException e) {
      log.warn("Audiences are counted later: {}", e.toString());
    }
  }

  static Instant hourOf(Instant time) {
    return time.truncatedTo(ChronoUnit.HOURS);
  }
}
