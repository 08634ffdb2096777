package dev.storefront.shortlink.link;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.shortlink.lease.Granting;
import dev.storefront.shortlink.lease.Lease;
import dev.storefront.shortlink.link.OwnCodes.OwnCode;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The ids of one tier, out of one lease after the other. One thread asks for the next lease while
 * all who need it wait for that one answer, each for a bounded time. A request without an answer
 * may have been granted all the same, so it is repeated under its own name.
 */
final class CodeSource {

  private final Function<String, Granting> lender;
  private final Function<Lease, LeaseInUse> opener;
  private final Supplier<UUID> ids;
  private final Executor lending;
  private final Ticker ticker;
  private final Duration patience;

  private String request;
  private volatile Optional<LeaseInUse> current = Optional.empty();
  private @Nullable CompletableFuture<Granting> underWay;

  /**
   * @param lender grants a lease to a request of that name
   * @param ids names of requests
   * @param lending runs the lender
   * @param patience how long a caller waits
   */
  CodeSource(
      Function<String, Granting> lender,
      Function<Lease, LeaseInUse> opener,
      Supplier<UUID> ids,
      Executor lending,
      Ticker ticker,
      Duration patience) {
    this.lender = lender;
    this.opener = opener;
    this.ids = ids;
    this.lending = lending;
    this.ticker = ticker;
    this.patience = patience;
    this.request = ids.get().toString();
  }

  /** An id of the lease at hand; empty if there is none left, and {@link #next} has to wait. */
  Optional<OwnCode> atHand() {
    return current.flatMap(LeaseInUse::next);
  }

  /**
   * An id that nobody else gets; empty if every id of the tier is in use.
   *
   * @throws BackendUnavailableException if none came in time
   */
  Optional<OwnCode> next() {
    long end = ticker.read() + patience.toNanos();
    while (true) {
      Optional<LeaseInUse> lease = current;
      Optional<OwnCode> code = lease.flatMap(LeaseInUse::next);
      if (code.isPresent()) {
        return code;
      }
      Optional<CompletableFuture<Granting>> ordered = orderInPlaceOf(lease);
      if (ordered.isPresent()
          && await(ordered.get(), end - ticker.read()) instanceof Granting.TierExhausted) {
        return Optional.empty();
      }
    }
  }

  /** The lease at hand, from which nothing is taken any more. */
  synchronized Optional<LeaseInUse> close() {
    Optional<LeaseInUse> last = current;
    current = Optional.empty();
    return last;
  }

  /** The lease on its way; empty if it has come already. */
  private synchronized Optional<CompletableFuture<Granting>> orderInPlaceOf(
      Optional<LeaseInUse> used) {
    if (!current.equals(used)) {
      return Optional.empty();
    }
    CompletableFuture<Granting> order = underWay;
    if (order == null) {
      String name = request;
      order = CompletableFuture.supplyAsync(() -> borrow(name), lending);
      underWay = order;
    }
    return Optional.of(order);
  }

  private Granting borrow(String name) {
    try {
      Granting granting = lender.apply(name);
      synchronized (this) {
        request = ids.get().toString();
        if (granting instanceof Granting.Granted granted) {
          current = Optional.of(opener.apply(granted.lease()));
        }
      }
      return granting;
    } finally {
      synchronized (this) {
        underWay = null;
      }
    }
  }

  private static Granting await(CompletableFuture<Granting> order, long nanos) {
    try {
      return order.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new BackendUnavailableException("db", true, e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while waiting for a lease", e);
    }
  }
}
