package dev.storefront.common.testing;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/** How often a service had Redis run its scripts. */
public final class ScriptCalls {

  private ScriptCalls() {}

  /**
   * Since the service's start, on all clusters and however it ended.
   *
   * @param script such as {@code fitment/checkFitment}
   */
  public static long of(MeterRegistry meters, String script) {
    return meters.find("storefront.redis.script").tag("script", script).timers().stream()
        .mapToLong(Timer::count)
        .sum();
  }
}
