package dev.storefront.shortlink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class AllocatorTest {

  private static final ShortLinkException AWAY =
      new ShortLinkException(ShortLinkException.UNAVAILABLE, "No answer");

  private final Queue<CompletableFuture<Lease>> answers = new ConcurrentLinkedQueue<>();
  private final List<Integer> sizes = new CopyOnWriteArrayList<>();
  private final Allocator ids = new Allocator(new Reserve(100, System::nanoTime), this::order);

  @Test
  void an_order_that_failed_while_nobody_needed_it_fails_nobody_later() {
    answers.add(CompletableFuture.completedFuture(lease(1, 4)));
    answers.add(CompletableFuture.failedFuture(AWAY));
    answers.add(CompletableFuture.completedFuture(lease(5, 8)));
    for (long id = 1; id <= 8; id++) {
      assertThat(ids.next().id()).isEqualTo(id);
    }
  }

  @Test
  void who_waits_for_an_order_hears_that_it_failed_and_the_next_one_asks_anew() {
    answers.add(CompletableFuture.failedFuture(AWAY));
    answers.add(CompletableFuture.completedFuture(lease(1, 100)));
    assertThatThrownBy(ids::next).isSameAs(AWAY);
    assertThat(ids.next().id()).isEqualTo(1);
  }

  @Test
  void of_a_lease_that_the_service_refuses_no_more_ids_come() {
    answers.add(CompletableFuture.completedFuture(lease(1, 100)));
    answers.add(CompletableFuture.completedFuture(lease(101, 200)));
    FreshLink first = ids.next();
    FreshLink second = ids.next();
    ids.giveBack(second);

    ids.discard(new Lease.Terms("another", 1, first.lease().terms().expiresAt(), "x"));
    assertThat(ids.next().id()).isEqualTo(2);
    ids.giveBack(second);
    ids.discard(first.lease().terms());

    assertThat(ids.next().id()).isEqualTo(101);
  }

  @Test
  void a_link_has_the_code_that_came_with_its_id() {
    answers.add(CompletableFuture.completedFuture(lease(7, 9)));
    ids.next();
    assertThat(ids.next().link()).isEqualTo(new ShortLink(8, "8", "https://s.example/8"));
  }

  @Test
  void an_order_that_cannot_even_be_made_keeps_nobody_waiting() {
    assertThatThrownBy(ids::next).isInstanceOf(RuntimeException.class);
    answers.add(CompletableFuture.completedFuture(lease(1, 100)));
    assertThat(ids.next().id()).isEqualTo(1);
  }

  @Test
  void an_order_that_fails_fails_all_who_waited_for_it() throws Exception {
    CompletableFuture<Lease> answer = new CompletableFuture<>();
    answers.add(answer);
    List<FutureTask<FreshLink>> waiting =
        List.of(new FutureTask<>(ids::next), new FutureTask<>(ids::next));
    List<Thread> threads = waiting.stream().map(Thread::new).toList();
    threads.get(0).start();
    awaitUntil(() -> answer.getNumberOfDependents() > 0);
    threads.get(1).start();
    awaitUntil(() -> threads.get(1).getState() == Thread.State.WAITING);
    answer.completeExceptionally(AWAY);
    for (FutureTask<FreshLink> each : waiting) {
      assertThatThrownBy(() -> each.get(60, TimeUnit.SECONDS)).hasCause(AWAY);
    }
    answers.add(CompletableFuture.completedFuture(lease(1, 100)));
    assertThat(ids.next().id()).isEqualTo(1);
  }

  @Test
  void who_closes_waits_for_no_order_longer_than_he_may() {
    answers.add(CompletableFuture.completedFuture(lease(1, 2)));
    answers.add(new CompletableFuture<>());
    Lease first = ids.next().lease();
    assertThat(answers).as("ordered ahead").isEmpty();

    assertThat(ids.close(System.nanoTime())).containsExactly(first);
  }

  @Test
  void who_was_about_to_order_while_another_closed_orders_nothing_that_nobody_hands_back() {
    ids.close(System.nanoTime());
    answers.add(CompletableFuture.completedFuture(lease(1, 2)));

    assertThatThrownBy(ids::next)
        .isInstanceOfSatisfying(
            ShortLinkException.class,
            closed -> assertThat(closed.code()).isEqualTo(ShortLinkException.CLOSED));
    assertThat(answers).hasSize(1);
  }

  @Test
  void an_id_that_comes_back_goes_out_again_before_any_other_one() {
    answers.add(CompletableFuture.completedFuture(lease(1, 100)));
    FreshLink first = ids.next();
    assertThat(ids.next().id()).isEqualTo(2);
    ids.giveBack(first);
    assertThat(ids.next()).isNotSameAs(first).extracting(FreshLink::id).isEqualTo(1L);
    assertThat(ids.next().id()).isEqualTo(3);
  }

  @Test
  void what_comes_back_of_a_lease_that_is_over_or_stale_goes_to_nobody() {
    Lease stale = lease(1, 100);
    Lease fresh = lease(101, 200);
    answers.add(CompletableFuture.completedFuture(stale));
    answers.add(CompletableFuture.completedFuture(fresh));
    FreshLink before = ids.next();
    FreshLink after = ids.next();
    ids.giveBack(before);
    ids.discard(stale);
    ids.giveBack(after);
    assertThat(ids.next().id()).isEqualTo(101);
    Lease over = Leased.until(System.nanoTime() - 1, Leased.range(300, 300));
    ids.giveBack(new FreshLink(over, 0));
    assertThat(ids.next().id()).isEqualTo(102);
  }

  /** Each holds one id at a time, and gives most of them back, but never what it published. */
  @RepeatedTest(3)
  void no_id_has_two_holders_and_none_that_was_published_goes_out_again(RepetitionInfo seed)
      throws Exception {
    int threads = 8;
    answers.add(CompletableFuture.completedFuture(lease(1, 2_000)));
    Set<Long> held = ConcurrentHashMap.newKeySet();
    Set<Long> published = ConcurrentHashMap.newKeySet();
    Set<Long> seen = ConcurrentHashMap.newKeySet();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<Void>> all = new ArrayList<>();
    for (int n = 0; n < threads; n++) {
      Random random = new Random(seed.getCurrentRepetition() * threads + n);
      Callable<Void> task =
          () -> {
            for (int turn = 0; turn < 10_000; turn++) {
              FreshLink link = ids.next();
              assertThat(held.add(link.id())).isTrue();
              assertThat(published.contains(link.id())).isFalse();
              seen.add(link.id());
              boolean kept = random.nextInt(100) == 0;
              if (kept) {
                published.add(link.id());
              }
              held.remove(link.id());
              if (!kept) {
                ids.giveBack(link);
              }
            }
            return null;
          };
      all.add(pool.submit(task));
    }
    for (Future<Void> each : all) {
      each.get(60, TimeUnit.SECONDS);
    }
    pool.shutdown();
    // No id was lost: beside what was published no more are known than were held at a time.
    assertThat(seen.size() - published.size()).isBetween(0, threads);
  }

  @Test
  void leases_grow_and_are_more_while_they_are_used_up_faster_than_they_arrive() {
    Allocator hasty = new Allocator(new Reserve(100, () -> 0), this::order);
    CompletableFuture<Lease> late = new CompletableFuture<>();
    answers.add(CompletableFuture.completedFuture(lease(1, 2)));
    answers.add(late);
    for (int n = 10; n < 40; n++) {
      answers.add(CompletableFuture.completedFuture(lease(n, n)));
    }
    hasty.next();
    hasty.next();
    CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS)
        .execute(() -> late.complete(lease(3, 4)));
    assertThat(hasty.next().id()).isEqualTo(3);
    assertThat(sizes).containsExactly(100, 100, 400);
    hasty.next();
    for (int n = 10; n < 13; n++) {
      assertThat(hasty.next().id()).isEqualTo(n);
    }
    assertThat(sizes).startsWith(100, 100, 400, 1_600, 6_400, 10_000, 10_000, 10_000);
    assertThat(sizes).last().isEqualTo(10_000);
  }

  @Test
  void who_asks_in_vain_orders_no_more_than_before() {
    answers.add(CompletableFuture.completedFuture(lease(1, 1)));
    ids.next();
    for (int n = 0; n < 60; n++) {
      assertThatThrownBy(ids::next).isInstanceOf(RuntimeException.class);
    }
    answers.add(CompletableFuture.completedFuture(lease(2, 2)));
    assertThat(ids.next().id()).isEqualTo(2);
    assertThat(sizes).containsExactly(100, 100);
  }

  @Test
  void the_reserve_has_bounds_however_long_leases_come_too_late() {
    Reserve reserve = new Reserve(1_000, () -> 0);
    Lease used = lease(1, 1);
    used.next();
    for (int n = 0; n < 100; n++) {
      reserve.renewed(used, false);
    }
    assertThat(reserve.leases()).isEqualTo(Reserve.MOST_LEASES);
    assertThat(reserve.idsOfLease()).isEqualTo(10_000);
  }

  @Test
  void as_many_as_ten_minutes_need_are_at_hand() {
    AtomicLong clock = new AtomicLong();
    Allocator steady = new Allocator(new Reserve(100, clock::get), this::order);
    answers.add(CompletableFuture.completedFuture(lease(1, 100)));
    answers.add(CompletableFuture.completedFuture(lease(101, 200)));
    answers.add(CompletableFuture.completedFuture(lease(201, 600)));
    answers.add(CompletableFuture.completedFuture(lease(601, 1_200)));
    answers.add(CompletableFuture.completedFuture(lease(1_201, 1_300)));
    for (int id = 1; id <= 600; id++) {
      assertThat(steady.next().id()).isEqualTo(id);
      clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
    }
    // Of a large lease a thread has its own share first.
    Set<Long> ofLarge = new HashSet<>(Set.of(steady.next().id()));
    clock.addAndGet(TimeUnit.SECONDS.toNanos(1));
    // One a second: what is ordered as soon as another lease begins lasts for ten minutes.
    assertThat(sizes).containsExactly(100, 100, 400, 600, 600);

    // One a minute: half of a usual lease is more than enough.
    for (int id = 602; id <= 1_200; id++) {
      ofLarge.add(steady.next().id());
      clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
    }
    assertThat(ofLarge)
        .isEqualTo(LongStream.rangeClosed(601, 1_200).boxed().collect(Collectors.toSet()));
    assertThat(steady.next().id()).isEqualTo(1_201);
    clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
    answers.add(CompletableFuture.completedFuture(lease(1_301, 1_400)));
    for (int id = 1_202; id <= 1_249; id++) {
      steady.next();
    }
    assertThat(sizes).containsExactly(100, 100, 400, 600, 600);
    steady.next();
    assertThat(sizes).containsExactly(100, 100, 400, 600, 600, 100);
  }

  @Test
  void who_takes_no_id_for_long_has_a_lease_all_the_same() {
    long soon = System.nanoTime() + TimeUnit.SECONDS.toNanos(6);
    answers.add(CompletableFuture.completedFuture(Leased.until(soon, Leased.range(1, 100))));
    answers.add(CompletableFuture.completedFuture(lease(101, 200)));
    assertThat(ids.next().id()).isEqualTo(1);
    awaitUntil(() -> sizes.size() == 2);
    awaitUntil(() -> System.nanoTime() - soon > 0);
    assertThat(ids.next().id()).isEqualTo(101);
  }

  private CompletableFuture<Lease> order(int size) {
    CompletableFuture<Lease> answer = answers.remove();
    sizes.add(size);
    return answer;
  }

  private static void awaitUntil(BooleanSupplier holds) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!holds.getAsBoolean() && System.nanoTime() < end) {
      Thread.yield();
    }
    assertThat(holds.getAsBoolean()).isTrue();
  }

  private static Lease lease(long first, long last) {
    return Leased.lease(Leased.range(first, last));
  }
}
