package dev.storefront.shortlink.sdk;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Links of one lease that are to be published together.
 *
 * @param doubt true once an earlier attempt may have been carried out
 * @param pauseMillis before another attempt
 * @param dueNanos by {@link System#nanoTime}
 */
record Attempt(
    Lease.Terms lease,
    List<Announced> links,
    AtomicBoolean doubt,
    long pauseMillis,
    long dueNanos) {

  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 5_000;

  static Attempt first(Lease.Terms lease, List<Announced> links, boolean doubt) {
    return new Attempt(
        lease, links, new AtomicBoolean(doubt), FIRST_PAUSE_MILLIS, System.nanoTime());
  }

  /** The next one, after a pause. */
  Attempt again() {
    return new Attempt(
        lease,
        links,
        doubt,
        Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS),
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMillis));
  }

  /** True if both can be one attempt, of so many links at most. */
  boolean fits(Attempt other, int most) {
    return lease.equals(other.lease) && links.size() + other.links.size() <= most;
  }

  /** Both as one, when this one is due. */
  Attempt with(Attempt other) {
    return new Attempt(
        lease,
        Stream.concat(other.links.stream(), links.stream()).toList(),
        new AtomicBoolean(doubt.get() || other.doubt.get()),
        pauseMillis,
        dueNanos);
  }

  /** Of one of the links alone. */
  Attempt of(Announced link) {
    return new Attempt(lease, List.of(link), doubt, pauseMillis, dueNanos);
  }

  boolean isDue() {
    return System.nanoTime() - dueNanos >= 0;
  }

  /** Negative if this one is due before the other. */
  int compareDue(Attempt other) {
    return Long.signum(dueNanos - other.dueNanos);
  }
}
