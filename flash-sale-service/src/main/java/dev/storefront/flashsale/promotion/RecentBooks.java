package dev.storefront.flashsale.promotion;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.common.health.Replies;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;

/**
 * The books as everyone's pages see them, up to a second old: they are summed once a second at most
 * for each promotion, however many look at it while Redis does not know what is left.
 */
@Component
class RecentBooks {

  private static final Duration AGE = Duration.ofSeconds(1);
  private static final int MOST = 10_000;

  private final AsyncCache<Long, Long> reserved =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(AGE).buildAsync();

  private final Books books;

  RecentBooks(Books books) {
    this.books = books;
  }

  /** Units that orders hold of a promotion. No lock is held while they are summed. */
  long reserved(long promotionId) {
    CompletableFuture<Long> mine = new CompletableFuture<>();
    CompletableFuture<Long> other = reserved.asMap().putIfAbsent(promotionId, mine);
    if (other == null) {
      try {
        mine.complete(books.reserved(promotionId));
      } catch (RuntimeException | Error e) { // one that is not complete would stay for ever
        mine.completeExceptionally(e);
      }
    }
    return Replies.await(other == null ? mine : other);
  }
}
