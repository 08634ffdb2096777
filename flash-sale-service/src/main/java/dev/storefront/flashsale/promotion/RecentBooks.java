package dev.storefront.flashsale.promotion;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.health.Replies;
import dev.storefront.flashsale.barrier.OffsetBarriers;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The books as everyone's pages see them, up to a second old: they are summed once a second at most
 * for each promotion, however many look at it while Redis does not know what is left.
 */
@Component
class RecentBooks {

  private static final Duration AGE = Duration.ofSeconds(1);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
  private static final int MOST = 10_000;

  private final AsyncCache<Long, Long> reserved =
      Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(AGE).buildAsync();

  private final Books books;
  private final Predicate<Collection<Long>> caughtUp;

  @Autowired
  RecentBooks(Books books, OffsetBarriers barriers) {
    this(books, promotions -> barriers.await(promotions, LONGEST_WAIT));
  }

  /**
   * @param caughtUp false if the books of these promotions lack what was acknowledged before
   */
  RecentBooks(Books books, Predicate<Collection<Long>> caughtUp) {
    this.books = books;
    this.caughtUp = caughtUp;
  }

  /** Units that orders hold of a promotion of which nothing is on its way any more. */
  long reserved(long promotionId) {
    return Objects.requireNonNull(sums(List.of(promotionId), settled -> true).get(promotionId));
  }

  /**
   * Units that orders hold of promotions of which something may be on its way: by books that have
   * all that was acknowledged.
   *
   * @throws BackendUnavailableException if they do not get it within a second, or cannot be asked
   */
  Map<Long, Long> reservedNow(Collection<Long> promotionIds) {
    return sums(promotionIds, caughtUp);
  }

  /** No lock is held while they are summed. */
  private Map<Long, Long> sums(
      Collection<Long> promotionIds, Predicate<Collection<Long>> precondition) {
    Map<Long, CompletableFuture<Long>> sums = new HashMap<>();
    Map<Long, CompletableFuture<Long>> mine = new HashMap<>();
    for (Long promotion : promotionIds) {
      CompletableFuture<Long> own = new CompletableFuture<>();
      CompletableFuture<Long> other = reserved.asMap().putIfAbsent(promotion, own);
      if (other == null) {
        mine.put(promotion, own);
      }
      sums.put(promotion, other == null ? own : other);
    }
    sum(mine, precondition);
    Map<Long, Long> units = new HashMap<>();
    sums.forEach((promotion, sum) -> units.put(promotion, Replies.await(sum)));
    return units;
  }

  private void sum(
      Map<Long, CompletableFuture<Long>> mine, Predicate<Collection<Long>> precondition) {
    if (mine.isEmpty()) {
      return;
    }
    try {
      if (!precondition.test(mine.keySet())) {
        throw new BackendUnavailableException(
            "ledger", false, new TimeoutException("MySQL is behind the topic"));
      }
      mine.forEach((promotion, sum) -> sum.complete(books.reserved(promotion)));
    } catch (RuntimeException | Error e) { // one that is not complete would stay for ever
      mine.values().forEach(sum -> sum.completeExceptionally(e));
    }
  }
}
