package dev.storefront.usertag.audience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.storefront.common.web.ProblemException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ScanPermitsTest {

  private final ScanPermits permits = new ScanPermits();

  @Test
  void scans_of_one_segment_run_at_a_time_and_a_large_one_is_refused_meanwhile() throws Exception {
    CountDownLatch begun = new CountDownLatch(64);
    CountDownLatch end = new CountDownLatch(1);
    ExecutorService threads = Executors.newCachedThreadPool();
    for (int i = 0; i < 64; i++) {
      threads.execute(
          () ->
              permits.run(
                  4,
                  () -> {
                    begun.countDown();
                    awaitIt(end);
                  }));
    }
    assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
    assertThatThrownBy(() -> permits.run(ScanPermits.BITMAPS, () -> {}))
        .isInstanceOf(ProblemException.class);
    end.countDown();
    threads.shutdown();
  }

  @Test
  void a_scan_that_is_larger_than_all_gets_its_turn_and_gives_all_back() {
    AtomicInteger runs = new AtomicInteger();
    for (int i = 0; i < 2; i++) {
      permits.run(10 * ScanPermits.BITMAPS, runs::incrementAndGet);
      assertThatThrownBy(
              () ->
                  permits.run(
                      1,
                      () -> {
                        throw new IllegalStateException();
                      }))
          .isInstanceOf(IllegalStateException.class);
    }
    assertThat(runs).hasValue(2);
  }

  private static void awaitIt(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
