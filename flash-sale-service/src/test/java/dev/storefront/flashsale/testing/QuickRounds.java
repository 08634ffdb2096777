package dev.storefront.flashsale.testing;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ScheduledFuture;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** Runs what comes round every few seconds twice in a second: many tests wait for a round. */
final class QuickRounds extends ThreadPoolTaskScheduler {

  private static final Duration LONG = Duration.ofSeconds(2);
  private static final Duration SHORT = Duration.ofMillis(500);

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Instant start, Duration delay) {
    return super.scheduleWithFixedDelay(task, start, shorter(delay));
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, Duration delay) {
    return super.scheduleWithFixedDelay(task, shorter(delay));
  }

  private static Duration shorter(Duration delay) {
    return delay.compareTo(LONG) < 0 ? delay : SHORT;
  }
}
