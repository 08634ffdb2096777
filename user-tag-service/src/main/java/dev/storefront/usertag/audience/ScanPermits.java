package dev.storefront.usertag.audience;

import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;

/** Bounds the memory that audiences take which are worked out at a time. */
@Component
class ScanPermits {

  /** Of 64 KiB each: some eight scans of many segments, and those of one hardly ever wait. */
  static final int BITMAPS = 512;

  /** So that the largest one leaves the others their turn. */
  static final int MOST_OF_ONE = BITMAPS / 4;

  private static final long LONGEST_WAIT_MILLIS = 1000;

  private final Semaphore permits = new Semaphore(BITMAPS, true);

  /**
   * Runs {@code work} when its turn comes.
   *
   * @param bitmaps how many it has in memory at most; more than there are count as all
   * @throws ProblemException 429 {@code too-busy} if that took too long
   */
  void run(int bitmaps, Runnable work) {
    int wanted = Math.min(bitmaps, BITMAPS);
    if (!isTurn(wanted)) {
      throw Problem.of(
              HttpStatus.TOO_MANY_REQUESTS,
              "too-busy",
              "Too many audiences are being worked out. Try again later.")
          .toException();
    }
    try {
      work.run();
    } finally {
      permits.release(wanted);
    }
  }

  private boolean isTurn(int wanted) {
    try {
      return permits.tryAcquire(wanted, LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
