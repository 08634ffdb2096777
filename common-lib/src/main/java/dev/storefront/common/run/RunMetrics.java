package dev.storefront.common.run;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/** What operators see of runs of a kind. */
final class RunMetrics {

  private final MeterRegistry meters;
  private final String kind;
  private final AtomicLong open = new AtomicLong();
  private final AtomicLong oldestMillis = new AtomicLong();

  /**
   * @param held what this instance works on
   */
  RunMetrics(MeterRegistry meters, String kind, Map<Long, Hold> held) {
    this.meters = meters;
    this.kind = kind;
    Gauge.builder("storefront.runs.running", held, Map::size)
        .description("Runs that this instance works on")
        .tag("kind", kind)
        .register(meters);
    Gauge.builder("storefront.runs.open", open, AtomicLong::get)
        .description("Runs that are not over, of all instances")
        .tag("kind", kind)
        .register(meters);
    Gauge.builder("storefront.runs.oldest", oldestMillis, millis -> millis.get() / 1e3)
        .description("The age of the oldest run that is not over")
        .baseUnit("seconds")
        .tag("kind", kind)
        .register(meters);
    for (RunState state : RunState.values()) {
      if (state.isOver()) {
        ended(state, 0);
      }
    }
  }

  void saw(int openRuns, Duration oldest) {
    open.set(openRuns);
    oldestMillis.set(oldest.toMillis());
  }

  void ended(RunState state) {
    ended(state, 1);
  }

  private void ended(RunState state, int more) {
    meters.counter("storefront.runs.ended", "kind", kind, "state", state.name()).increment(more);
  }
}
