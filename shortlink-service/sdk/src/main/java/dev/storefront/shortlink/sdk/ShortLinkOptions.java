package dev.storefront.shortlink.sdk;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
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
 * @param leaseSize ids in a lease, 1 to 10,000; while the service is away there are half as many
 *     links at least
 * @param batches how links share a request
 * @param queueCapacity links that may wait, confirmed ones and others apart; further ones are
 *     refused
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
    int queueCapacity,
    Requests requests,
    @Nullable Path journal,
    Consumer<VoidLink> onVoid) {

  private static final System.Logger log = System.getLogger("dev.storefront.shortlink.sdk");

  public ShortLinkOptions {
    require(tier >= 5 && tier <= 7, "tier must be 5, 6 or 7", tier);
    require(leaseSize >= 1 && leaseSize <= 10_000, "leaseSize must be 1 to 10000", leaseSize);
    require(queueCapacity >= 1, "queueCapacity must be at least 1", queueCapacity);
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
   * Links of six letters, leases of 1,000, batches of 200 after 5 ms, a queue of 10,000, four
   * attempts of 3 s, no journal, void links in the log.
   */
  public static ShortLinkOptions of(URI service, Supplier<String> token) {
    return new ShortLinkOptions(
        service,
        token,
        6,
        1_000,
        new Batching(200, Duration.ofMillis(5)),
        10_000,
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
        service, token, letters, leaseSize, batches, queueCapacity, requests, journal, onVoid);
  }

  public ShortLinkOptions withLeaseSize(int ids) {
    return new ShortLinkOptions(
        service, token, tier, ids, batches, queueCapacity, requests, journal, onVoid);
  }

  public ShortLinkOptions withBatches(int size, Duration linger) {
    Batching changed = new Batching(size, linger);
    return new ShortLinkOptions(
        service, token, tier, leaseSize, changed, queueCapacity, requests, journal, onVoid);
  }

  public ShortLinkOptions withQueueCapacity(int links) {
    return new ShortLinkOptions(
        service, token, tier, leaseSize, batches, links, requests, journal, onVoid);
  }

  public ShortLinkOptions withRequests(Duration timeout, int attempts) {
    Requests changed = new Requests(timeout, attempts);
    return new ShortLinkOptions(
        service, token, tier, leaseSize, batches, queueCapacity, changed, journal, onVoid);
  }

  public ShortLinkOptions withJournal(Path file) {
    return new ShortLinkOptions(
        service, token, tier, leaseSize, batches, queueCapacity, requests, file, onVoid);
  }

  public ShortLinkOptions withVoidLinksTo(Consumer<VoidLink> listener) {
    return new ShortLinkOptions(
        service, token, tier, leaseSize, batches, queueCapacity, requests, journal, listener);
  }

  private static void require(boolean holds, String rule, int value) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ", is " + value);
    }
  }
}
