package dev.storefront.shortlink.sdk;

import dev.storefront.shortlink.sdk.ServiceApi.Item;
import dev.storefront.shortlink.sdk.ServiceApi.Result;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Publishes links that were given away already, again and again until the service has them or their
 * lease is over. One thread's work.
 */
final class BackgroundPublisher implements Runnable {

  private static final System.Logger log = System.getLogger("dev.storefront.shortlink.sdk");
  private static final String LEASE_OVER = "lease-over";

  /** A clock here that is ahead must not give up a lease that lives. */
  private static final Duration CLOCKS_APART = Duration.ofMinutes(10);

  private final ServiceApi api;
  private final ShortLinkOptions options;
  private final Clock clock;
  private final BooleanSupplier closing;
  private final Consumer<Lease.Terms> staleLeases;
  private final @Nullable Journal journal;
  private final BlockingQueue<Announced> queue = new LinkedBlockingQueue<>();

  /**
   * What is tried again: of the publisher's thread alone. Of no more links than there is room for.
   */
  private final Queue<Attempt> later = new PriorityQueue<>(Attempt::compareDue);

  /** What was given away and is not settled: waiting, under way, or interrupted. */
  private final Set<Announced> open = ConcurrentHashMap.newKeySet();

  /** Of a client before: who knows how far it came. */
  private final Set<Announced> earlier;

  /** One for each link that may still be added. */
  private final Semaphore room;

  private volatile boolean over;

  /**
   * @param closing true once no link will be added any more
   * @param staleLeases hears of leases under which nothing can be published any more
   */
  BackgroundPublisher(
      ServiceApi api,
      ShortLinkOptions options,
      Clock clock,
      BooleanSupplier closing,
      Consumer<Lease.Terms> staleLeases) {
    this.api = api;
    this.options = options;
    this.clock = clock;
    this.closing = closing;
    this.staleLeases = staleLeases;
    this.journal =
        options.journal() == null
            ? null
            : new Journal(options.journal(), options.queue().capacity());
    List<Announced> left = journal == null ? List.of() : journal.open();
    this.earlier = Set.copyOf(left);
    this.room = new Semaphore(options.queue().capacity() - left.size());
    open.addAll(left);
    queue.addAll(left);
  }

  /**
   * Takes a link over; waits for nothing but room.
   *
   * @throws ShortLinkException if too many wait already, or {@link #close} was called
   */
  void add(FreshLink fresh, String url) {
    if (!options.queue().enter(room::tryAcquire, room::tryAcquire)) {
      throw ShortLinkException.queueFull();
    }
    Announced link = new Announced(fresh.lease().terms(), fresh.link(), url);
    if (!open.add(link)) {
      room.release(); // the same once more: it is on its way
      return;
    }
    try {
      if (over) {
        throw new ShortLinkException(ShortLinkException.CLOSED, "The client is closed");
      }
      if (journal != null) {
        journal.add(link);
      }
    } catch (RuntimeException e) {
      if (open.remove(link)) {
        room.release();
      }
      throw e;
    }
    queue.add(link);
  }

  @Override
  public void run() {
    try {
      while (!closing.getAsBoolean() || !queue.isEmpty() || !later.isEmpty()) {
        publishSome();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void publishSome() throws InterruptedException {
    Duration linger = closing.getAsBoolean() ? Duration.ZERO : options.batches().linger();
    Map<Lease.Terms, List<Announced>> byLease = new LinkedHashMap<>();
    for (Announced link : Batches.next(queue, options.batches().size(), linger)) {
      byLease.computeIfAbsent(link.lease(), lease -> new ArrayList<>()).add(link);
    }
    try {
      Attempt again = later.peek();
      if (again != null && again.isDue()) {
        later.remove();
        publish(again);
      }
      byLease.forEach(
          (lease, links) ->
              publish(Attempt.first(lease, links, links.stream().anyMatch(earlier::contains))));
    } catch (RuntimeException e) {
      log.log(System.Logger.Level.ERROR, "Short links were not published", e);
    }
  }

  /**
   * To be called when {@link #run} is over.
   *
   * @return false if links were left in the journal, whose leases must not be handed back
   */
  boolean close() {
    over = true;
    room.release(); // who waits for it hears the end, and passes it on to the next
    if (journal == null) {
      List.copyOf(open).forEach(link -> isVoid(link, ShortLinkException.CLOSED));
      return true;
    }
    boolean all = open.isEmpty();
    journal.close();
    return all;
  }

  /**
   * Tries once. What is worth another try waits for its turn: one lease whose segment is away keeps
   * the links of others waiting for no more than that.
   */
  private void publish(Attempt attempt) {
    List<Announced> links = attempt.links();
    List<Item> items = links.stream().map(l -> new Item(l.link().id(), l.url(), true)).toList();
    try {
      // Others know these codes: none of them ever goes to another link, doubt or not.
      List<Result> results = api.publish(attempt.lease(), items, attempt.doubt()).join();
      for (int i = 0; i < links.size(); i++) {
        if (results.get(i) instanceof Result.Failed failed) {
          isVoid(links.get(i), failed.code());
        } else {
          settle(links.get(i));
        }
      }
    } catch (RuntimeException e) {
      if (e.getCause() instanceof RefusedException no && no.isOfContent() && links.size() > 1) {
        // One may be to blame for all of them.
        links.forEach(link -> publish(attempt.of(link)));
        return;
      }
      String reason = reasonToGiveUp(attempt.lease(), e, attempt.doubt().get());
      if (reason == null) {
        tryLater(attempt.again());
      } else {
        links.forEach(link -> isVoid(link, reason));
      }
    }
  }

  /** With others of its lease: what comes one by one while the service is away goes in batches. */
  private void tryLater(Attempt next) {
    int most = options.batches().size();
    Optional<Attempt> waiting = later.stream().filter(other -> other.fits(next, most)).findFirst();
    waiting.ifPresent(later::remove);
    later.add(waiting.map(next::with).orElse(next));
  }

  /**
   * Null while it is worth another try: who has no right may get it, who is away come back.
   *
   * @param doubt true if an earlier try may have been carried out
   */
  private @Nullable String reasonToGiveUp(
      Lease.Terms lease, RuntimeException failed, boolean doubt) {
    if (failed.getCause() instanceof RefusedException refused) {
      if (refused.isOfLease()) {
        staleLeases.accept(lease);
        return doubt ? LEASE_OVER : refused.code();
      }
      if (refused.isOfContent()) {
        return refused.code();
      }
    }
    return clock.instant().isAfter(lease.expiresAt().plus(CLOCKS_APART)) ? LEASE_OVER : null;
  }

  private void isVoid(Announced link, String reason) {
    if (!settle(link)) {
      return;
    }
    try {
      options.onVoid().accept(new VoidLink(link.link(), link.url(), reason));
    } catch (RuntimeException e) {
      log.log(System.Logger.Level.WARNING, "Nobody heard that a short link is void", e);
    }
  }

  /** False if somebody else did: then its end was told already. */
  private boolean settle(Announced link) {
    if (!open.remove(link)) {
      return false;
    }
    try {
      if (journal != null) {
        journal.settle(link);
      }
    } catch (UncheckedIOException e) {
      log.log(System.Logger.Level.WARNING, "A short link will be published again", e);
    }
    room.release();
    return true;
  }
}
