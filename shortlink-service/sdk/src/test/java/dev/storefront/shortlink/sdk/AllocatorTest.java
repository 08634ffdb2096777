package dev.storefront.shortlink.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class AllocatorTest {

  private static final ShortLinkException AWAY =
      new ShortLinkException(ShortLinkException.UNAVAILABLE, "No answer");

  private final Queue<CompletableFuture<Lease>> answers = new ArrayDeque<>();
  private final Allocator ids = new Allocator(answers::remove);

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
    awaitUntil(() -> threads.get(1).getState() == Thread.State.BLOCKED);
    answer.completeExceptionally(AWAY);
    for (FutureTask<FreshLink> each : waiting) {
      assertThatThrownBy(() -> each.get(60, TimeUnit.SECONDS)).hasCause(AWAY);
    }
    answers.add(CompletableFuture.completedFuture(lease(1, 100)));
    assertThat(ids.next().id()).isEqualTo(1);
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
