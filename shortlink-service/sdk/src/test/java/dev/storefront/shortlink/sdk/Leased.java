package dev.storefront.shortlink.sdk;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Leases of tests, whose codes are the ids as text. */
final class Leased {

  private Leased() {}

  @SafeVarargs
  static Lease lease(List<Lease.Code>... ranges) {
    return until(System.nanoTime() + TimeUnit.HOURS.toNanos(1), ranges);
  }

  @SafeVarargs
  static Lease until(long deadlineNanos, List<Lease.Code>... ranges) {
    return new Lease(
        new Lease.Terms("id", 1, Instant.now().plusSeconds(3600), "https://s.example/"),
        deadlineNanos,
        Stream.of(ranges).flatMap(List::stream).toList());
  }

  static List<Lease.Code> range(long first, long last) {
    return LongStream.rangeClosed(first, last)
        .mapToObj(id -> new Lease.Code(id, Long.toString(id)))
        .toList();
  }
}
