package dev.storefront.shortlink.link;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.storefront.shortlink.code.Address;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Links that this instance visited a moment ago: the visits that follow share the answer, and need
 * not renew the link again. What another instance changes shows here when that moment is over,
 * which begins before Redis is asked, however late it answers; what this one changes shows at once.
 */
final class NearLinks {

  private static final long MOST_CHARACTERS = 16L << 20;

  /** What an entry takes besides its target. */
  private static final int ENTRY = 500;

  /** At most: targets of devices, tags, parameters. */
  private static final int OPTIONS = 8_000;

  /** Futures, so that {@link #forget} takes away also what is still being read. */
  private final AsyncCache<Address, Read> links;

  private final Ticker ticker;

  /**
   * @param began when it was begun, by the ticker
   */
  private record Read(Optional<StoredLink> link, long began) {}

  /**
   * @param moment how long; with 0 each visit reads for itself
   */
  NearLinks(Duration moment, Ticker ticker) {
    this.ticker = ticker;
    links =
        Caffeine.newBuilder()
            .maximumWeight(MOST_CHARACTERS)
            .weigher((Address address, Read read) -> weight(read.link()))
            .expireAfter(Expiry.writing((Address address, Read read) -> left(moment, read)))
            .ticker(ticker)
            .buildAsync();
  }

  private Duration left(Duration moment, Read read) {
    Duration left = moment.minusNanos(ticker.read() - read.began());
    return read.link().isEmpty() || left.isNegative() ? Duration.ZERO : left;
  }

  private static int weight(Optional<StoredLink> link) {
    return ENTRY
        + link.map(found -> found.url().length() + (found.options().isPlain() ? 0 : OPTIONS))
            .orElse(0);
  }

  /** The link, which is read if nobody did a moment ago. That there is none is not remembered. */
  CompletableFuture<Optional<StoredLink>> get(
      Address address, Supplier<CompletableFuture<Optional<StoredLink>>> reading) {
    CompletableFuture<Read> ours = new CompletableFuture<>();
    long began = ticker.read();
    CompletableFuture<Read> theirs = links.asMap().putIfAbsent(address, ours);
    if (theirs != null) {
      return theirs.thenApply(Read::link);
    }
    // Sent after that: what is sent within the map's lock would hold up who forgets another link.
    try {
      reading
          .get()
          .whenComplete(
              (link, error) -> {
                if (error == null) {
                  ours.complete(new Read(link, began));
                } else {
                  ours.completeExceptionally(error);
                }
              });
    } catch (RuntimeException failed) {
      ours.completeExceptionally(failed);
    }
    return ours.thenApply(Read::link);
  }

  /** Comes after each change of the link. */
  void forget(Address address) {
    links.synchronous().invalidate(address);
  }
}
