package dev.storefront.flashsale.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The real time, which tests push forward instead of waiting. It never goes back. */
public final class PushedClock extends Clock {

  private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
  private volatile @Nullable Instant standsAt;

  /** Makes it that much later, for everyone. */
  public void push(Duration by) {
    Instant from = standsAt;
    if (from == null) {
      ahead.updateAndGet(before -> before.plus(by));
    } else {
      standsAt = from.plus(by);
    }
  }

  /** From now on no time passes, however slow the machine is. */
  public void stand() {
    standsAt = instant();
  }

  /** Ends what {@link #stand} began. */
  public void goOn() {
    Instant from = standsAt;
    if (from != null) {
      ahead.set(Duration.between(Instant.now(), from));
      standsAt = null;
    }
  }

  @Override
  public Instant instant() {
    Instant standing = standsAt;
    return standing == null ? Instant.now().plus(ahead.get()) : standing;
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
