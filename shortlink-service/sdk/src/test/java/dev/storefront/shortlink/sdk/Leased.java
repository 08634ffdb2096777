package dev.storefront.shortlink.sdk;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

/** Leases of tests, whose codes are the ids as text. */
final class Leased {

  private Leased() {}

  static Lease lease(Lease.Range... ranges) {
    return until(System.nanoTime() + TimeUnit.HOURS.toNanos(1), ranges);
  }

  static Lease until(long deadlineNanos, Lease.Range... ranges) {
    return new Lease(
        new Lease.Terms("id", 1, Instant.now().plusSeconds(3600), "https://s.example/"),
        deadlineNanos,
        List.of(ranges));
  }

  static Lease.Range range(long first, long last) {
    return new Lease.Range(
        first, LongStream.rangeClosed(first, last).mapToObj(Long::toString).toArray(String[]::new));
  }
}
