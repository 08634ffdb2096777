package dev.storefront.common.security;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;

/** Lets one through in a while, however many ask at once. */
final class OncePer {

  private final Duration apart;
  private final AtomicReference<Instant> next = new AtomicReference<>(Instant.MIN);

  OncePer(Duration apart) {
    this.apart = apart;
  }

  /** True if that long has passed since it was true last. */
  boolean isDue(Instant now) {
    Instant due = next.get();
    return !now.isBefore(due) && next.compareAndSet(due, now.plus(apart));
  }
}
