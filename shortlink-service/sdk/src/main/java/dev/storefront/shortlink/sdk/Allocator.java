package dev.storefront.shortlink.sdk;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Hands out ids from a lease, and gets the next lease before the present one is used up, so that
 * nobody waits for it.
 */
final class Allocator {

  /** The next lease is ordered when this share of the present one is left. */
  private static final double ORDER_AT = 0.25;

  private final Supplier<CompletableFuture<Lease>> order;
  private final AtomicReference<@Nullable CompletableFuture<Lease>> ordered =
      new AtomicReference<>();
  private final AtomicReference<@Nullable Lease> current = new AtomicReference<>();

  /**
   * @param order asks for a lease, without blocking
   */
  Allocator(Supplier<CompletableFuture<Lease>> order) {
    this.order = order;
  }

  /** An id with the lease that it belongs to. */
  record Allocation(Lease lease, long id) {}

  /**
   * The next id; waits only if a lease is used up faster than the next one arrives.
   *
   * @throws ShortLinkException if no lease can be had
   */
  Allocation next() {
    while (true) {
      Lease lease = current.get();
      if (lease != null) {
        long id = lease.next();
        if (id != Lease.NONE) {
          if (lease.left() <= lease.size() * ORDER_AT) {
            orderOnce();
          }
          return new Allocation(lease, id);
        }
      }
      renew(lease);
    }
  }

  /** Stops using a lease that the service calls stale. */
  void discard(Lease lease) {
    current.compareAndSet(lease, null);
  }

  /** The leases at hand; nothing is handed out from them any more. */
  List<Lease> close() {
    List<Lease> leases = new ArrayList<>();
    Lease lease = current.getAndSet(null);
    if (lease != null) {
      leases.add(lease);
    }
    CompletableFuture<Lease> next = ordered.getAndSet(null);
    if (next != null) {
      try {
        leases.add(next.join());
      } catch (CompletionException neverCame) {
        // Then there is nothing to hand back.
      }
    }
    return leases;
  }

  /** Puts the ordered lease in place of the used one; the first to come does it for all. */
  private synchronized void renew(@Nullable Lease used) {
    if (current.get() != used) {
      return;
    }
    CompletableFuture<Lease> next = orderOnce();
    try {
      current.set(next.join());
    } catch (CompletionException e) {
      throw e.getCause() instanceof ShortLinkException refused ? refused : e;
    } finally {
      ordered.compareAndSet(next, null);
    }
  }

  private CompletableFuture<Lease> orderOnce() {
    CompletableFuture<Lease> mine = new CompletableFuture<>();
    CompletableFuture<Lease> present = ordered.compareAndExchange(null, mine);
    if (present != null) {
      return present;
    }
    begin()
        .whenComplete(
            (lease, error) -> {
              if (error == null) {
                mine.complete(lease);
              } else {
                // Before anyone hears of it: who comes later asks anew.
                ordered.compareAndSet(mine, null);
                mine.completeExceptionally(error);
              }
            });
    return mine;
  }

  private CompletableFuture<Lease> begin() {
    try {
      return order.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
