package dev.storefront.shortlink.sdk;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hands out ids from a lease, and orders the next ones before the present one is used up or over,
 * so that nobody waits for them, nor for a service that is away for ten minutes: as many as ten
 * minutes need at the rate of the present lease. Ids that come back go out first.
 */
final class Allocator {

  private static final long PAUSE_MILLIS = TimeUnit.MINUTES.toMillis(1);

  private final Reserve reserve;
  private final Orders orders;
  private final AtomicReference<@Nullable Lease> current = new AtomicReference<>();

  /** Of any lease. No more than are out at a time: before another comes, one of these goes. */
  private final Queue<FreshLink> returned = new ConcurrentLinkedQueue<>();

  private final ReentrantLock renewal = new ReentrantLock();
  private final Alarm alarm = new Alarm(this::tend);

  /** Orders that failed while somebody waited for them. */
  private volatile int failures;

  /** The last one's, until an order succeeds. */
  private @Nullable ShortLinkException failure;

  /**
   * @param order asks for a lease of so many ids, without blocking
   */
  Allocator(Reserve reserve, IntFunction<CompletableFuture<Lease>> order) {
    this.reserve = reserve;
    this.orders = new Orders(reserve, order, lease -> alarm.in(lease.millisToLastQuarter()));
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
        if (orders.areFew() && reserve.isDueFrom(lease)) {
          orders.orderAhead();
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
    orders.all().forEach(next -> next.thenAccept(other -> discardIf(other, stale)));
  }

  private static void discardIf(Lease lease, Lease.Terms stale) {
    if (lease.terms().equals(stale)) {
      lease.discard();
    }
  }

  /** The leases at hand, or there by {@code end} of the nano time; no further one is ordered. */
  List<Lease> close(long end) {
    alarm.close();
    orders.close();
    Set<Lease> leases = new LinkedHashSet<>();
    for (var next = orders.first(); next != null; next = orders.first()) {
      try {
        long left = Math.max(0, end - System.nanoTime());
        leases.add(next.orTimeout(left, TimeUnit.NANOSECONDS).join());
      } catch (CompletionException neverCame) {
        // Then there is nothing to hand back, or it ends by itself.
      }
      orders.forget(next);
    }
    // After the ordered ones: of these, one that somebody put in place meanwhile is here.
    Lease lease = current.getAndSet(null);
    if (lease != null) {
      leases.add(lease);
    }
    return List.copyOf(leases);
  }

  /**
   * Puts the ordered lease in place of the used one; the first to come does it for all, and fails
   * for all: else each would wait for an order of its own, one after the other.
   */
  private void renew(@Nullable Lease used, int seen) {
    if (!renewal.tryLock()) {
      CompletableFuture<Lease> next = orders.first();
      if (next != null && next.isDone()) {
        // It is in place in a moment: to be put to sleep and woken up for it takes longer.
        Thread.yield();
        return;
      }
      renewal.lock();
    }
    try {
      renewOnce(used, seen);
    } finally {
      renewal.unlock();
    }
  }

  private void renewOnce(@Nullable Lease used, int seen) {
    if (current.get() != used) {
      return;
    }
    if (failures != seen && failure != null) {
      throw failure;
    }
    CompletableFuture<Lease> next = orders.first();
    if (next == null) {
      next = orders.orderOne();
    }
    boolean isThere = next.isDone();
    try {
      Lease fresh = next.join();
      reserve.renewed(used, isThere);
      current.set(fresh);
      failure = null;
    } catch (CompletionException e) {
      ShortLinkException told = ShortLinkException.of(e);
      failure = told;
      failures++;
      throw told;
    } finally {
      orders.forget(next);
    }
    if (reserve.isInHaste()) {
      orders.orderAhead();
    }
  }

  /**
   * Who takes no id for an hour finds one all the same, whether or not the service is away then.
   */
  private void tend() {
    orders.forgetOver();
    long fresh =
        Stream.concat(Stream.ofNullable(current.get()), orders.come())
            .filter(lease -> lease.left() > 0)
            .mapToLong(Lease::millisToLastQuarter)
            .max()
            .orElse(0);
    if (fresh == 0 && orders.all().allMatch(CompletableFuture::isDone)) {
      reserve.idle(current.get());
      orders.orderOne();
    }
    alarm.in(fresh == 0 ? PAUSE_MILLIS : fresh);
  }
}
