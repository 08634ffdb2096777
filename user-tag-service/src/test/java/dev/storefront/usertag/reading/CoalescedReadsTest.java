package dev.storefront.usertag.reading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class CoalescedReadsTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Set<Thread.State> WAITS =
      Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

  private final List<Set<Integer>> readings = new CopyOnWriteArrayList<>();

  @Test
  void those_who_come_while_one_reads_share_the_next_reading() throws Exception {
    CountDownLatch first = new CountDownLatch(1);
    CoalescedReads<Integer, Map<Integer, Integer>> reads =
        new CoalescedReads<>(
            keys -> {
              readings.add(Set.copyOf(keys));
              if (readings.size() == 1) {
                await(first);
              }
              return squares(keys);
            },
            Duration.ofMinutes(5));

    List<CompletableFuture<Integer>> callers = new ArrayList<>();
    callers.add(inThread(() -> reads.read(List.of(1)).get(1)));
    Awaitility.await().atMost(LONG).until(() -> readings.size() == 1);
    AtomicInteger begun = new AtomicInteger();
    List<Thread> threads = new CopyOnWriteArrayList<>();
    for (int key = 2; key <= 10; key++) {
      int mine = key;
      callers.add(
          inThread(
              () -> {
                threads.add(Thread.currentThread());
                begun.incrementAndGet();
                return reads.read(List.of(mine)).get(mine);
              }));
    }
    Awaitility.await()
        .atMost(LONG)
        .until(
            () ->
                begun.get() == 9
                    && threads.stream().map(Thread::getState).allMatch(WAITS::contains));
    first.countDown();

    for (int key = 1; key <= 10; key++) {
      assertThat(callers.get(key - 1).get()).isEqualTo(key * key);
    }
    assertThat(readings).containsExactly(Set.of(1), Set.of(2, 3, 4, 5, 6, 7, 8, 9, 10));
  }

  @Test
  void nobody_gets_what_was_read_before_the_call() throws Exception {
    AtomicLong truth = new AtomicLong();
    CoalescedReads<Integer, Long> reads = new CoalescedReads<>(keys -> truth.get());
    List<CompletableFuture<Boolean>> callers = new ArrayList<>();
    for (int caller = 0; caller < 8; caller++) {
      callers.add(
          inThread(
              () -> {
                boolean isRight = true;
                for (int call = 0; call < 20_000; call++) {
                  long written = truth.incrementAndGet();
                  isRight &= reads.read(List.of(1)) >= written;
                }
                return isRight;
              }));
    }
    for (CompletableFuture<Boolean> caller : callers) {
      assertThat(caller.get()).isTrue();
    }
  }

  @Test
  void a_reading_that_fails_fails_for_all_its_callers_and_for_no_other() {
    AtomicInteger calls = new AtomicInteger();
    CoalescedReads<Integer, Integer> reads =
        new CoalescedReads<>(
            keys -> {
              if (calls.incrementAndGet() == 1) {
                throw new IllegalStateException("away");
              }
              return 7;
            });

    assertThatThrownBy(() -> reads.read(List.of(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("away");
    assertThat(reads.read(List.of(1))).isEqualTo(7);
  }

  @Test
  void one_reading_that_hangs_does_not_hold_up_the_next() {
    CountDownLatch never = new CountDownLatch(1);
    CoalescedReads<Integer, Map<Integer, Integer>> reads = hangingAtOne(never);
    CompletableFuture<Integer> hanging = inThread(() -> reads.read(List.of(1)).get(1));
    Awaitility.await().atMost(LONG).until(() -> readings.size() == 1);

    assertThat(inThread(() -> reads.read(List.of(2))).join()).isEqualTo(Map.of(2, 4));
    assertThat(hanging).isNotDone();
    never.countDown();
    assertThat(hanging.join()).isEqualTo(1);
  }

  @Test
  void within_a_transaction_the_caller_reads_alone() {
    CountDownLatch never = new CountDownLatch(1);
    CoalescedReads<Integer, Map<Integer, Integer>> reads = hangingAtOne(never);
    CompletableFuture<Integer> hanging = inThread(() -> reads.read(List.of(1)).get(1));
    Awaitility.await().atMost(LONG).until(() -> readings.size() == 1);

    TransactionSynchronizationManager.setActualTransactionActive(true);
    try {
      assertThat(reads.read(List.of(3))).isEqualTo(Map.of(3, 9));
    } finally {
      TransactionSynchronizationManager.setActualTransactionActive(false);
      never.countDown();
    }
    assertThat(hanging.join()).isEqualTo(1);
  }

  /** Readings of 1 end when the latch opens, all others at once. */
  private CoalescedReads<Integer, Map<Integer, Integer>> hangingAtOne(CountDownLatch latch) {
    return new CoalescedReads<>(
        keys -> {
          readings.add(Set.copyOf(keys));
          if (keys.contains(1)) {
            await(latch);
          }
          return squares(keys);
        });
  }

  private static Map<Integer, Integer> squares(Set<Integer> keys) {
    Map<Integer, Integer> squares = new HashMap<>();
    keys.forEach(key -> squares.put(key, key * key));
    return squares;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> CompletableFuture<T> inThread(Supplier<T> work) {
    return CompletableFuture.supplyAsync(work, task -> new Thread(task).start());
  }
}
