package dev.storefront.flashsale.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;

/** The real time, which tests push forward instead of waiting. It never goes back. */
public final class PushedClock extends Clock {

  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

  /** Makes it that much later, for everyone. */
  public void push(Duration by) {
    ahead.updateAndGet(before -> before.plus(by));
  }

  @Override
  public Instant instant() {
    return Instant.now().plus(ahead.get());
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    throw new UnsupportedOperationException();
  }
}
