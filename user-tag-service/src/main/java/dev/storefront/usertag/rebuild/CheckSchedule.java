package dev.storefront.usertag.rebuild;

import dev.storefront.common.run.RunState;
import dev.storefront.common.run.Runs;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Orders a check of all segments some time after the last one. */
@Component
class CheckSchedule {

  /** One at a time. */
  private static final String SUBJECT = "check";

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
    segmentChecks.page(LOOKED_AT, null).items().stream()
        .filter(run -> run.state() == RunState.DONE)
        .findFirst()
        .ifPresent(run -> lastRound = run.finishedAt());
    if (task.isOn()) {
      segmentChecks.startAgain(new CheckRequest(), SUBJECT, interval);
    }
  }

  private double age() {
    Instant last = lastRound;
    return last == null ? Double.NaN : Duration.between(last, clock.instant()).toMillis() / 1e3;
  }
}
