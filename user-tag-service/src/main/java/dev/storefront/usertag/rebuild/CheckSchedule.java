package dev.storefront.usertag.rebuild;

import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Orders a check of all segments some time after the last one. */
@Component
class CheckSchedule {

  private static final Logger log = LoggerFactory.getLogger(CheckSchedule.class);

  /** One at a time. */
  private static final String KEY = "check";

  /** Among so many there is one that was not cancelled. */
  private static final int LOOKED_AT = 20;

  private final Runs<CheckRequest, CheckProgress> segmentChecks;
  private final CheckTask task;
  private final Clock clock;
  private final Duration interval;
  private volatile @Nullable Instant lastRound;

  CheckSchedule(
      Runs<CheckRequest, CheckProgress> segmentChecks,
      CheckTask task,
      Clock clock,
      @Value("${storefront.usertag.check-interval:1h}") Duration interval,
      MeterRegistry meters) {
    this.segmentChecks = segmentChecks;
    this.task = task;
    this.clock = clock;
    this.interval = interval;
    Gauge.builder("storefront.usertag.check.age", this::age).baseUnit("seconds").register(meters);
  }

  @Scheduled(fixedDelayString = "${storefront.usertag.check-look:1m}")
  void look() {
    try {
      List<Run<CheckRequest, CheckProgress>> newest = segmentChecks.page(LOOKED_AT, null).items();
      for (Run<CheckRequest, CheckProgress> run : newest) {
        if (run.state() == RunState.DONE) {
          lastRound = run.finishedAt();
          break;
        }
      }
      if (task.isOn() && newest.stream().allMatch(this::isLongOver)) {
        segmentChecks.startAlone(new CheckRequest(), KEY);
      }
    } catch (RuntimeException e) {
      log.warn("A check of the segments is ordered in the next round: {}", e.toString());
    }
  }

  private boolean isLongOver(Run<CheckRequest, CheckProgress> run) {
    Instant end = run.finishedAt();
    return end != null && end.plus(interval).isBefore(clock.instant());
  }

  private double age() {
    Instant last = lastRound;
    return last == null ? Double.NaN : Duration.between(last, clock.instant()).toMillis() / 1e3;
  }
}
