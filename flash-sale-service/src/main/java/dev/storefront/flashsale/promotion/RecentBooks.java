package dev.storefront.flashsale.promotion;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * The books as everyone's pages see them, up to a second old: they are summed once a second at most
 * for each promotion, however many look at it while Redis does not know what is left.
 */
@Component
class RecentBooks {

  private static final Duration AGE = Duration.ofSeconds(1);
  private static final int MOST = 10_000;

  private final Cache<Long, Long> taken =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(AGE).build();
  private final Map<Long, CompletableFuture<Long>> asked = new ConcurrentHashMap<>();
  private final Promotions.Books books;

  RecentBooks(Promotions.Books books) {
    this.books = books;
  }

  /** Units that orders hold of a promotion. No lock is held while they are summed. */
  long taken(long promotionId) {
    Long known = taken.getIfPresent(promotionId);
    if (known != null) {
      return known;
    }
    CompletableFuture<Long> mine = new CompletableFuture<>();
    CompletableFuture<Long> other = asked.putIfAbsent(promotionId, mine);
    return other == null ? sum(promotionId, mine) : await(other);
  }

  private long sum(long promotionId, CompletableFuture<Long> mine) {
    try {
      Long known = taken.getIfPresent(promotionId);
      long sum = known == null ? books.taken(promotionId) : known;
      taken.put(promotionId, sum);
      mine.complete(sum);
      return sum;
    } catch (RuntimeException e) {
      mine.completeExceptionally(e);
      throw e;
    } finally {
      asked.remove(promotionId, mine);
    }
  }

  private static long await(CompletableFuture<Long> other) {
    try {
      return other.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException why ? why : e;
    }
  }
}
