package dev.storefront.shortlink.sdk;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The next leases, in the order of their use: those that came, and those that are under way. */
final class Orders {

  /** After an order that failed: nobody waits for one ahead. */
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Reserve reserve;
  private final IntFunction<CompletableFuture<Lease>> order;
  private final Consumer<Lease> whenCome;
  private final Queue<CompletableFuture<Lease>> ordered = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();
  private volatile boolean isFailing;
  private volatile long endedAt;
  private volatile boolean closed;

  /**
   * @param order asks for a lease of so many ids, without blocking
   * @param whenCome hears of each lease
   */
  Orders(Reserve reserve, IntFunction<CompletableFuture<Lease>> order, Consumer<Lease> whenCome) {
    this.reserve = reserve;
    this.order = order;
    this.whenCome = whenCome;
  }

  /** Whether fewer are ordered than are to be at hand. */
  boolean areFew() {
    return count.get() < reserve.leases();
  }

  /** The one to be used next; null if none is ordered. */
  @Nullable CompletableFuture<Lease> first() {
    return ordered.peek();
  }

  Stream<CompletableFuture<Lease>> all() {
    return ordered.stream();
  }

  /** Those that have come. */
  Stream<Lease> come() {
    return all().filter(Orders::hasCome).map(CompletableFuture::join);
  }

  /** Orders as many as are to be at hand, as long as orders succeed. */
  void orderAhead() {
    if (isFailing && System.nanoTime() - endedAt < PAUSE_NANOS) {
      return;
    }
    int ahead = isFailing ? 1 : reserve.leases();
    while (count.get() < ahead) {
      if (count.incrementAndGet() > ahead) {
        count.decrementAndGet();
        return;
      }
      if (begin().isCompletedExceptionally()) {
        return;
      }
    }
  }

  /** Orders one, however many there are. */
  CompletableFuture<Lease> orderOne() {
    count.incrementAndGet();
    return begin();
  }

  private CompletableFuture<Lease> begin() {
    CompletableFuture<Lease> mine = new CompletableFuture<>();
    ordered.add(mine);
    // Looked at once it is among the others: whoever closes sees this one, or this sees the end.
    if (closed) {
      forget(mine);
      mine.completeExceptionally(ShortLinkException.closed());
      return mine;
    }
    ask()
        .whenComplete(
            (lease, error) -> {
              endedAt = System.nanoTime();
              isFailing = error != null;
              if (error == null) {
                mine.complete(lease);
                whenCome.accept(lease);
              } else {
                // Before anyone hears of it: who comes later asks anew.
                forget(mine);
                mine.completeExceptionally(error);
              }
            });
    return mine;
  }

  private CompletableFuture<Lease> ask() {
    try {
      return order.apply(reserve.idsOfLease());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** It is used now, or it failed. */
  void forget(CompletableFuture<Lease> lease) {
    if (ordered.remove(lease)) {
      count.decrementAndGet();
    }
  }

  /** Leases that nobody used in time. */
  void forgetOver() {
    all().filter(lease -> hasCome(lease) && lease.join().isOver()).forEach(this::forget);
  }

  /** No further one is ordered. */
  void close() {
    closed = true;
  }

  private static boolean hasCome(CompletableFuture<Lease> lease) {
    return lease.isDone() && !lease.isCompletedExceptionally();
  }
}
