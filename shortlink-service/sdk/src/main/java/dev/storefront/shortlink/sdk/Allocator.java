package dev.storefront.shortlink.sdk;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Hands out ids from a lease, and orders the next ones before the present one is used up or over,
 * so that nobody waits for them: one as a rule, more and larger ones while leases are used up
 * faster than they arrive. Ids that come back go out first.
 */
final class Allocator {

  static final int MOST_AHEAD = 64;

  /** The next lease is ordered when this share of the present one's ids is left. */
  private static final double ORDER_AT = 0.5;

  /** What lasts longer is not in a hurry: fewer leases are ordered ahead. */
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final IntFunction<CompletableFuture<Lease>> order;
  private final AtomicReference<@Nullable Lease> current = new AtomicReference<>();
  private final Queue<CompletableFuture<Lease>> ordered = new ConcurrentLinkedQueue<>();
  private final AtomicInteger underWay = new AtomicInteger();

  /** Of any lease. No more than are out at a time: before another comes, one of these goes. */
  private final Queue<FreshLink> returned = new ConcurrentLinkedQueue<>();

  private volatile int ahead = 1;
  private long renewedAt = System.nanoTime();

  /** Orders that failed while somebody waited for them. */
  private volatile int failures;

  /** The last one's, until an order succeeds. */
  private @Nullable RuntimeException failure;

  /**
   * @param order asks for a lease that many times as large as usual, without blocking
   */
  Allocator(IntFunction<CompletableFuture<Lease>> order) {
    this.order = order;
  }

  /**
   * The next id; waits only if leases are used up faster than they arrive.
   *
   * @throws ShortLinkException if no lease can be had
   */
  FreshLink next() {
    FreshLink again = returned.poll();
    while (again != null) {
      if (!again.lease().isOver()) {
        return again;
      }
      again = returned.poll();
    }
    int seen = failures;
    while (true) {
      Lease lease = current.get();
      FreshLink fresh = lease == null ? null : lease.next();
      if (lease != null && fresh != null) {
        if (underWay.get() < ahead
            && (lease.isEnding() || lease.left() <= lease.size() * ORDER_AT)) {
          orderAhead();
        }
        return fresh;
      }
      renew(lease, seen);
    }
  }

  /**
   * Takes an id back that nobody knows of and that nothing was written under, for the next who asks
   * as long as its lease lasts.
   */
  void giveBack(FreshLink unused) {
    if (!unused.lease().isOver()) {
      returned.add(unused.renewed());
    }
  }

  /** Stops using a lease that the service calls stale. */
  void discard(Lease lease) {
    lease.discard();
    current.compareAndSet(lease, null);
  }

  /** The same of whichever lease has these terms. */
  void discard(Lease.Terms stale) {
    Lease lease = current.get();
    if (lease != null && lease.terms().equals(stale)) {
      discard(lease);
    }
    returned.stream().map(FreshLink::lease).forEach(other -> discardIf(other, stale));
    ordered.forEach(next -> next.thenAccept(other -> discardIf(other, stale)));
  }

  private static void discardIf(Lease lease, Lease.Terms stale) {
    if (lease.terms().equals(stale)) {
      lease.discard();
    }
  }

  /** The leases at hand; nothing is handed out from them any more. */
  List<Lease> close() {
    List<Lease> leases = new ArrayList<>();
    Lease lease = current.getAndSet(null);
    if (lease != null) {
      leases.add(lease);
    }
    CompletableFuture<Lease> next = ordered.poll();
    while (next != null) {
      try {
        leases.add(next.join());
      } catch (CompletionException neverCame) {
        // Then there is nothing to hand back.
      }
      next = ordered.poll();
    }
    return leases;
  }

  /**
   * Puts the ordered lease in place of the used one; the first to come does it for all, and fails
   * for all: else each would wait for an order of its own, one after the other.
   */
  private synchronized void renew(@Nullable Lease used, int seen) {
    if (current.get() != used) {
      return;
    }
    if (failures != seen && failure != null) {
      throw failure;
    }
    CompletableFuture<Lease> next = ordered.peek();
    if (next == null) {
      underWay.incrementAndGet();
      next = begin();
    }
    adapt(used, next.isDone());
    try {
      current.set(next.join());
      failure = null;
    } catch (CompletionException e) {
      RuntimeException told = e.getCause() instanceof ShortLinkException refused ? refused : e;
      failure = told;
      failures++;
      throw told;
    } finally {
      forget(next);
    }
    if (ahead > 1) {
      orderAhead();
    }
  }

  private void adapt(@Nullable Lease used, boolean isThere) {
    long now = System.nanoTime();
    if (now - renewedAt > SLOW_NANOS) {
      ahead = Math.max(1, ahead / 2);
    } else if (used != null && !isThere) {
      ahead = Math.min(MOST_AHEAD, ahead * 2);
    }
    renewedAt = now;
  }

  private void orderAhead() {
    while (underWay.get() < ahead) {
      if (underWay.incrementAndGet() > ahead) {
        underWay.decrementAndGet();
        return;
      }
      if (begin().isCompletedExceptionally()) {
        return;
      }
    }
  }

  private CompletableFuture<Lease> begin() {
    CompletableFuture<Lease> mine = new CompletableFuture<>();
    ordered.add(mine);
    ask()
        .whenComplete(
            (lease, error) -> {
              if (error == null) {
                mine.complete(lease);
              } else {
                // Before anyone hears of it: who comes later asks anew.
                forget(mine);
                mine.completeExceptionally(error);
              }
            });
    return mine;
  }

  private void forget(CompletableFuture<Lease> lease) {
    if (ordered.remove(lease)) {
      underWay.decrementAndGet();
    }
  }

  private CompletableFuture<Lease> ask() {
    try {
      return order.apply(ahead);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
