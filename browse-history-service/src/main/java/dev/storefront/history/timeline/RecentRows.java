package dev.storefront.history.timeline;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.ColdRow;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Rows that this instance is reading from HBase, or has read a moment ago. Who asks for the same
 * one shares it: a page asks for its list and its count at once, and neither finds a copy in Redis.
 */
@Component
class RecentRows {

  private static final int MOST = 1_000;

  /** Long enough for who looked into Redis just before the copy was there. */
  private static final Duration MOMENT = Duration.ofSeconds(1);

  private final Archive archive;

  /** Caffeine forgets a future that ends with null or a fault: the next one asks again. */
  private final AsyncCache<Asked, ColdRow> rows =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(MOMENT).buildAsync();

  RecentRows(Archive archive) {
    this.archive = archive;
  }

  private record Asked(String user, long number) {}

  /**
   * As {@link Archive#read}.
   *
   * @param number of the latest export, so that no row is of an earlier one
   */
  Optional<ColdRow> read(String user, long number) {
    CompletableFuture<@Nullable ColdRow> ours = new CompletableFuture<>();
    CompletableFuture<@Nullable ColdRow> theirs =
        rows.asMap().putIfAbsent(new Asked(user, number), ours);
    if (theirs != null) {
      return Optional.ofNullable(theirs.join());
    }
    try {
      Optional<ColdRow> row = archive.read(user);
      ours.complete(row.orElse(null));
      return row;
    } finally {
      // Only if it failed: nobody is to wait for ever.
      ours.cancel(false);
    }
  }
}
