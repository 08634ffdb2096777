package dev.storefront.usertag.audience;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** Bounds how many audiences are worked out at a time, and with them the memory they take. */
@Component
class ScanPermits {

  private static final int AT_A_TIME = 8;
  private static final long LONGEST_WAIT_MILLIS = 1000;

  private final Semaphore permits = new Semaphore(AT_A_TIME, true);

  /** Runs {@code work} when its turn comes; empty if that took too long. */
  <T> Optional<T> run(Supplier<T> work) {
    try {
      if (!permits.tryAcquire(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
        return Optional.empty();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
    try {
      return Optional.of(work.get());
    } finally {
      permits.release();
    }
  }
}
