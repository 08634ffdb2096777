package dev.storefront.shortlink.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LeaseTest {

  @Test
  void ids_come_in_order_across_ranges() {
    Lease lease = Leased.lease(Leased.range(7, 8), Leased.range(100, 100));
    for (long id : List.of(7L, 8L, 100L)) {
      assertThat(lease.next().link())
          .isEqualTo(new ShortLink(id, "" + id, "https://s.example/" + id));
    }
    assertThat(lease.next()).isNull();
    assertThat(lease.left()).isZero();
  }

  @Test
  void a_lease_that_has_run_out_gives_no_id() {
    Lease lease = Leased.until(System.nanoTime() - 1, Leased.range(1, 1000));
    assertThat(lease.next()).isNull();
  }

  @Test
  void a_lease_is_over_after_its_time_by_the_wall_clock_too() {
    AtomicLong millis = new AtomicLong(1_000);
    long deadline = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    Lease lease =
        new Lease(Leased.lease().terms(), deadline, List.of(Leased.range(1, 1000)), millis::get);
    assertThat(lease.next()).isNotNull();
    millis.addAndGet(TimeUnit.MINUTES.toMillis(59));
    assertThat(lease.next()).isNotNull();
    // The machine slept for a minute, in which the other clock stood still.
    millis.addAndGet(TimeUnit.MINUTES.toMillis(1));
    assertThat(lease.next()).isNull();
    assertThat(lease.isOver()).isTrue();
  }

  @Test
  void a_wall_clock_that_goes_back_keeps_no_lease_alive() {
    AtomicLong millis = new AtomicLong(1_000);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(500);
    Lease lease =
        new Lease(Leased.lease().terms(), deadline, List.of(Leased.range(1, 1000)), millis::get);
    lease.next();
    millis.set(10);
    while (System.nanoTime() - deadline < 0) {
      Thread.onSpinWait();
    }
    assertThat(lease.next()).isNull();
    assertThat(lease.isOver()).isTrue();
  }

  @Test
  void in_the_last_quarter_of_its_time_a_lease_is_ending() {
    AtomicLong millis = new AtomicLong(1_000);
    long deadline = System.nanoTime() + TimeUnit.HOURS.toNanos(1);
    Lease lease =
        new Lease(Leased.lease().terms(), deadline, List.of(Leased.range(1, 1000)), millis::get);
    millis.addAndGet(TimeUnit.MINUTES.toMillis(44));
    assertThat(lease.isEnding()).isFalse();
    assertThat(lease.millisToLastQuarter()).isBetween(1L, TimeUnit.MINUTES.toMillis(1));
    millis.addAndGet(TimeUnit.MINUTES.toMillis(1));
    assertThat(lease.isEnding()).isTrue();
  }

  @Test
  void threads_share_leases_without_a_gap_or_a_double() throws Exception {
    AtomicLong next = new AtomicLong(1);
    Allocator ids =
        new Allocator(
            new Reserve(500, System::nanoTime),
            size -> {
              long first = next.getAndAdd(500);
              return CompletableFuture.supplyAsync(
                  () -> Leased.lease(Leased.range(first, first + 499)));
            });
    int threads = 16;
    int each = 20_000;
    Set<Long> taken = ConcurrentHashMap.newKeySet();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    Callable<Void> task =
        () -> {
          for (int n = 0; n < each; n++) {
            assertThat(taken.add(ids.next().id())).isTrue();
          }
          return null;
        };
    List<Callable<Void>> tasks = new ArrayList<>();
    for (int n = 0; n < threads; n++) {
      tasks.add(task);
    }
    for (Future<Void> done : pool.invokeAll(tasks)) {
      done.get(60, TimeUnit.SECONDS);
    }
    pool.shutdown();
    assertThat(taken).hasSize(threads * each);
    assertThat(next.get() - 1)
        .isBetween((long) threads * each, threads * each + 500L * (Reserve.MOST_LEASES + 1));
  }
}
