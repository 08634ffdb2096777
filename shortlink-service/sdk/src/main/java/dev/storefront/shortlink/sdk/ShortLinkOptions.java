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
 * @param batchSize links in a request at most, 1 to 1,000
 * @param linger how long a link waits for others to share its request
 * @param queueCapacity links that may wait, confirmed ones and others apart; further ones are
 *     refused
 * @param publishers requests under way at the same time
 * @param requestTimeout of each request
 * @param attempts how often a request is tried while the service is away
 * @param slack how long before a lease's end to stop using it
 * @param journal a file that keeps links of {@link ShortLinkClient#shortenNow} over a crash, this
 *     client's alone; null for none
 * @param onVoid hears of each such link that will never lead anywhere
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
    Duration slack,
    @Nullable Path journal,
    Consumer<VoidLink> onVoid) {

  private static final System.Logger log = System.getLogger("dev.storefront.shortlink.sdk");

  public ShortLinkOptions {
    require(tier >= 5 && tier <= 7, "tier must be 5, 6 or 7", tier);
    require(leaseSize >= 1 && leaseSize <= 10_000, "leaseSize must be 1 to 10000", leaseSize);
    require(batchSize >= 1 && batchSize <= 1_000, "batchSize must be 1 to 1000", batchSize);
    require(queueCapacity >= 1, "queueCapacity must be at least 1", queueCapacity);
    require(publishers >= 1 && publishers <= 64, "publishers must be 1 to 64", publishers);
    require(attempts >= 1, "attempts must be at least 1", attempts);
  }

  /**
   * Links of six letters, leases of 1,000, batches of 200 after 5 ms, two requests at a time, no
   * journal, void links in the log.
   */
  public static ShortLinkOptions of(URI service, Supplier<String> token) {
    return new Draft(service, token).options();
  }

  public ShortLinkOptions withTier(int letters) {
    return with(draft -> draft.tier = letters);
  }

  public ShortLinkOptions withLeaseSize(int ids) {
    return with(draft -> draft.leaseSize = ids);
  }

  public ShortLinkOptions withBatches(int size, Duration longestWait) {
    return with(
        draft -> {
          draft.batchSize = size;
          draft.linger = longestWait;
        });
  }

  public ShortLinkOptions withQueueCapacity(int links) {
    return with(draft -> draft.queueCapacity = links);
  }

  public ShortLinkOptions withPublishers(int requests) {
    return with(draft -> draft.publishers = requests);
  }

  public ShortLinkOptions withRequests(Duration timeout, int tries) {
    return with(
        draft -> {
          draft.requestTimeout = timeout;
          draft.attempts = tries;
        });
  }

  public ShortLinkOptions withSlack(Duration beforeTheEnd) {
    return with(draft -> draft.slack = beforeTheEnd);
  }

  public ShortLinkOptions withJournal(Path file) {
    return with(draft -> draft.journal = file);
  }

  public ShortLinkOptions withVoidLinksTo(Consumer<VoidLink> listener) {
    return with(draft -> draft.onVoid = listener);
  }

  private ShortLinkOptions with(Consumer<Draft> change) {
    Draft draft = new Draft(service, token);
    draft.tier = tier;
    draft.leaseSize = leaseSize;
    draft.batchSize = batchSize;
    draft.linger = linger;
    draft.queueCapacity = queueCapacity;
    draft.publishers = publishers;
    draft.requestTimeout = requestTimeout;
    draft.attempts = attempts;
    draft.slack = slack;
    draft.journal = journal;
    draft.onVoid = onVoid;
    change.accept(draft);
    return draft.options();
  }

  private static void require(boolean holds, String rule, int value) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ", is " + value);
    }
  }

  private static final class Draft {

    private final URI service;
    private final Supplier<String> token;
    private int tier = 6;
    private int leaseSize = 1_000;
    private int batchSize = 200;
    private Duration linger = Duration.ofMillis(5);
    private int queueCapacity = 10_000;
    private int publishers = 2;
    private Duration requestTimeout = Duration.ofSeconds(3);
    private int attempts = 4;
    private Duration slack = Duration.ofSeconds(10);
    private @Nullable Path journal;
    private Consumer<VoidLink> onVoid =
        link ->
            log.log(
                System.Logger.Level.WARNING,
                "Short link {0} leads nowhere: {1}",
                link.link().code(),
                link.reason());

    Draft(URI service, Supplier<String> token) {
      this.service = service;
      this.token = token;
    }

    ShortLinkOptions options() {
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
          slack,
          journal,
          onVoid);
    }
  }
}
