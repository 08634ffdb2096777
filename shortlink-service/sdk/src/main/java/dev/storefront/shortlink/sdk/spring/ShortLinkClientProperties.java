package dev.storefront.shortlink.sdk.spring;

import dev.storefront.shortlink.sdk.ShortLinkOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How an application's client works; see {@link ShortLinkOptions}.
 *
 * @param service where the service is, for example {@code https://s.example}
 * @param tier letters of the codes: 5, 6 or 7
 * @param leaseSize ids in a lease, 1 to 10,000, more where ten minutes need more; while the service
 *     is away there are half as many links at least
 * @param queueCapacity links that may wait, at least 1
 * @param queuePatience how long a caller with a further one waits for room, an hour at most; with 0
 *     it is refused at once
 * @param journal a file that keeps links over a crash, this process' alone; none if absent
 */
@ConfigurationProperties("storefront.shortlink.client")
record ShortLinkClientProperties(
    URI service,
    @DefaultValue("6") int tier,
    @DefaultValue("1000") int leaseSize,
    @DefaultValue("10000") int queueCapacity,
    @DefaultValue("0s") Duration queuePatience,
    @Nullable Path journal) {

  ShortLinkOptions options(ShortLinkTokens tokens) {
    ShortLinkOptions options =
        ShortLinkOptions.of(service, tokens)
            .withTier(tier)
            .withLeaseSize(leaseSize)
            .withQueueCapacity(queueCapacity)
            .withBlockingQueue(queuePatience);
    return journal == null ? options : options.withJournal(journal);
  }
}
