package dev.storefront.shortlink.sdk;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link ShortLinkClient} works. Make one with {@link #of} and change what differs.
 *
 * @param service where the service is, for example {@code https://s.example}
 * @param token gives a bearer token with scope {@code service}; asked for each request, so it
 *     should keep one
 * @param tier letters of the codes: 5, 6 or 7
 * @param leaseSize ids in a lease, 1 to 10,000, more where ten minutes need more; while the service
 *     is away there are half as many links at least
 * @param batches how links share a request
 * @param queue what becomes of links that wait to be published
 * @param requests how patient they are
 * @param journal a file that keeps links of {@link ShortLinkClient#shortenNow} over a crash, this
 *     client's alone; null for none
 * @param onVoid hears of each such link that will never lead anywhere
 */
public record ShortLinkOptions(
    URI service,
    Supplier<String> token,
    int tier,
    int leaseSize,
    Batching batches,
    Queueing queue,
    Requests requests,
    @Nullable Path journal,
    Consumer<VoidLink> onVoid) {

  /** Ids in a lease of the service, at most. */
  static final int LARGEST_LEASE = 10_000;

  private static final Duration LONGEST_PATIENCE = Duration.ofHours(1);

  private static final System.Logger log = System.getLogger("dev.storefront.shortlink.sdk");

  public ShortLinkOptions {
    require(tier >= 5 && tier <= 7, "tier must be 5, 6 or 7", tier);
    require(
        leaseSize >= 1 && leaseSize <= LARGEST_LEASE, "leaseSize must be 1 to 10000", leaseSize);
  }

  /**
   * How links share a request.
   *
   * @param size links in it at most, 1 to 1,000
   * @param linger how long a link waits for others
   */
  public record Batching(int size, Duration linger) {

    public Batching {
      require(size >= 1 && size <= 1_000, "batches must have 1 to 1000 links", size);
    }
  }

  /**
   * What becomes of links that wait to be published.
   *
   * @param capacity links that may wait, confirmed ones and others apart; at least 1
   * @param patience how long a caller with a further one waits for room before it is refused; with
   *     0 it is refused at once
   */
  public record Queueing(int capacity, Duration patience) {

    public Queueing {
      require(capacity >= 1, "the queue must have room for at least 1", capacity);
      if (patience.isNegative() || patience.compareTo(LONGEST_PATIENCE) > 0) {
        throw new IllegalArgumentException(
            "callers must wait for 0 to %s, not %s".formatted(LONGEST_PATIENCE, patience));
      }
    }

    /** True if there was room, or there is in time; false for who is interrupted meanwhile, too. */
    boolean enter(BooleanSupplier atOnce, Waiting inTime) {
      if (atOnce.getAsBoolean()) {
        return true;
      }
      try {
        return !patience.isZero() && inTime.enter(patience.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }

    /** Waits for room. */
    @FunctionalInterface
    interface Waiting {
      boolean enter(long time, TimeUnit unit) throws InterruptedException;
    }
  }

  /**
   * How patient requests are.
   *
   * @param timeout of each
   * @param attempts how often one is tried while the service is away
   */
  public record Requests(Duration timeout, int attempts) {

    public Requests {
      require(attempts >= 1, "attempts must be at least 1", attempts);
    }
  }

  /**
   * Links of six letters, leases of 1,000, batches of 200 after 5 ms, a queue of 10,000 that
   * refuses further links at once, four attempts of 3 s, no journal, void links in the log.
   */
  public static ShortLinkOptions of(URI service, Supplier<String> token) {
    return new ShortLinkOptions(
        service,
        token,
        6,
        1_000,
        new Batching(200, Duration.ofMillis(5)),
        new Queueing(10_000, Duration.ZERO),
        new Requests(Duration.ofSeconds(3), 4),
        null,
        ShortLinkOptions::warn);
  }

  private static void warn(VoidLink link) {
    log.log(
        System.Logger.Level.WARNING,
        "Short link {0} leads nowhere: {1}",
        link.link().code(),
        link.reason());
  }

  public ShortLinkOptions withTier(int letters) {
    return new ShortLinkOptions(
        service, token, letters, leaseSize, batches, queue, requests, journal, onVoid);
  }

  public ShortLinkOptions withLeaseSize(int ids) {
    return new ShortLinkOptions(
        service, token, tier, ids, batches, queue, requests, journal, onVoid);
  }

  public ShortLinkOptions withBatches(int size, Duration linger) {
    Batching changed = new Batching(size, linger);
    return new ShortLinkOptions(
        service, token, tier, leaseSize, changed, queue, requests, journal, onVoid);
  }

  public ShortLinkOptions withQueueCapacity(int links) {
    return with(new Queueing(links, queue.patience()));
  }

  /** With a queue that blocks: who finds it full waits for so long at most. */
  public ShortLinkOptions withBlockingQueue(Duration patience) {
    return with(new Queueing(queue.capacity(), patience));
  }

  private ShortLinkOptions with(Queueing changed) {
    return new ShortLinkOptions(
        service, token, tier, leaseSize, batches, changed, requests, journal, onVoid);
  }

  public ShortLinkOptions withRequests(Duration timeout, int attempts) {
    Requests changed = new Requests(timeout, attempts);
    return new ShortLinkOptions(
        service, token, tier, leaseSize, batches, queue, changed, journal, onVoid);
  }

  public ShortLinkOptions withJournal(Path file) {
    return new ShortLinkOptions(
        service, token, tier, leaseSize, batches, queue, requests, file, onVoid);
  }

  public ShortLinkOptions withVoidLinksTo(Consumer<VoidLink> listener) {
    return new ShortLinkOptions(
        service, token, tier, leaseSize, batches, queue, requests, journal, listener);
  }

  private static void require(boolean holds, String rule, int value) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ", is " + value);
    }
  }
}
