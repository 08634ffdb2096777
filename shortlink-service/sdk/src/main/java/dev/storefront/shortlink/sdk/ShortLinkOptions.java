package dev.storefront.shortlink.sdk;

import java.net.URI;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * How a {@link ShortLinkClient} works. Make one with {@link #of} and change what differs.
 *
 * @param service where the service is, for example {@code https://s.example}
 * @param token gives a bearer token with scope {@code service}; asked for each request, so it
 *     should keep one
 * @param tier letters of the codes: 5, 6 or 7
 * @param leaseSize ids in a lease, 1 to 10,000
 * @param batchSize links in a request at most, 1 to 1,000
 * @param linger how long a link waits for others to share its request
 * @param queueCapacity links that may wait; further ones are refused
 * @param publishers requests under way at the same time
 * @param requestTimeout of each request
 * @param attempts how often a request is tried while the service is away
 * @param slack how long before a lease's end to stop using it
 */
public record ShortLinkOptions(
    URI service,
    Supplier<String> token,
    int tier,
    int leaseSize,
    int batchSize,
    Duration linger,
    int queueCapacity,
    int publishers,
    Duration requestTimeout,
    int attempts,
    Duration slack) {

  public ShortLinkOptions {
    require(tier >= 5 && tier <= 7, "tier must be 5, 6 or 7", tier);
    require(leaseSize >= 1 && leaseSize <= 10_000, "leaseSize must be 1 to 10000", leaseSize);
    require(batchSize >= 1 && batchSize <= 1_000, "batchSize must be 1 to 1000", batchSize);
    require(queueCapacity >= 1, "queueCapacity must be at least 1", queueCapacity);
    require(publishers >= 1 && publishers <= 64, "publishers must be 1 to 64", publishers);
    require(attempts >= 1, "attempts must be at least 1", attempts);
  }

  /** Links of six letters, leases of 1,000, batches of 200 after 5 ms, two requests at a time. */
  public static ShortLinkOptions of(URI service, Supplier<String> token) {
    return new ShortLinkOptions(
        service,
        token,
        6,
        1_000,
        200,
        Duration.ofMillis(5),
        10_000,
        2,
        Duration.ofSeconds(3),
        4,
        Duration.ofSeconds(10));
  }

  public ShortLinkOptions withTier(int letters) {
    return new ShortLinkOptions(
        service,
        token,
        letters,
        leaseSize,
        batchSize,
        linger,
        queueCapacity,
        publishers,
        requestTimeout,
        attempts,
        slack);
  }

  public ShortLinkOptions withLeaseSize(int ids) {
    return new ShortLinkOptions(
        service,
        token,
        tier,
        ids,
        batchSize,
        linger,
        queueCapacity,
        publishers,
        requestTimeout,
        attempts,
        slack);
  }

  public ShortLinkOptions withBatches(int size, Duration longestWait) {
    return new ShortLinkOptions(
        service,
        token,
        tier,
        leaseSize,
        size,
        longestWait,
        queueCapacity,
        publishers,
        requestTimeout,
        attempts,
        slack);
  }

  public ShortLinkOptions withQueueCapacity(int links) {
    return new ShortLinkOptions(
        service,
        token,
        tier,
        leaseSize,
        batchSize,
        linger,
        links,
        publishers,
        requestTimeout,
        attempts,
        slack);
  }

  public ShortLinkOptions withPublishers(int requests) {
    return new ShortLinkOptions(
        service,
        token,
        tier,
        leaseSize,
        batchSize,
        linger,
        queueCapacity,
        requests,
        requestTimeout,
        attempts,
        slack);
  }

  public ShortLinkOptions withRequests(Duration timeout, int tries) {
    return new ShortLinkOptions(
        service,
        token,
        tier,
        leaseSize,
        batchSize,
        linger,
        queueCapacity,
        publishers,
        timeout,
        tries,
        slack);
  }

  public ShortLinkOptions withSlack(Duration beforeTheEnd) {
    return new ShortLinkOptions(
        service,
        token,
        tier,
        leaseSize,
        batchSize,
        linger,
        queueCapacity,
        publishers,
        requestTimeout,
        attempts,
        beforeTheEnd);
  }

  private static void require(boolean holds, String rule, int value) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ", is " + value);
    }
  }
}
