package dev.storefront.flashsale.promotion;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import dev.storefront.common.health.Replies;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.RecoverableDataAccessException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Component;

/**
 * Promotions as everyone's pages see them, up to a second old, however many look. While MySQL is
 * away they are shown as they were last read, for an hour: the sale goes on without it, and what is
 * left of it Redis knows. What this instance changed shows at once.
 */
@Component
class RecentPromotions {

  private static final Logger log = LoggerFactory.getLogger(RecentPromotions.class);
  private static final Duration AGE = Duration.ofSeconds(1);
  private static final Duration KEPT = Duration.ofHours(1);

  /** While somebody asks MySQL, the others see what is no older, and do not wait. */
  private static final Duration AGE_WHILE_ASKED = Duration.ofSeconds(5);

  /** So long nobody asks a server that did not answer. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private static final int MOST = 10_000;

  private final LongFunction<Optional<StoredPromotion>> store;
  private final Ticker ticker;
  private final Cache<Long, Known> known;
  private final Map<Long, CompletableFuture<Known>> asked = new ConcurrentHashMap<>();
  private volatile boolean away;
  private volatile long awayUntil;

  @Autowired
  RecentPromotions(PromotionStore store, MeterRegistry meters) {
    this(store::find, Ticker.systemTicker());
    CaffeineCacheMetrics.monitor(meters, known, "recent-promotions");
  }

  RecentPromotions(LongFunction<Optional<StoredPromotion>> store, Ticker ticker) {
    this.store = store;
    this.ticker = ticker;
    known =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterWrite(KEPT)
            .ticker(ticker)
            .recordStats()
            .build();
  }

  /** What was read, and when, in the ticker's nanoseconds. */
  private record Known(Optional<StoredPromotion> promotion, long readAt) {}

  /**
   * The promotion, empty if there is none.
   *
   * @throws org.springframework.dao.DataAccessException if MySQL is away and it was not read within
   *     the last hour
   */
  Optional<StoredPromotion> find(long promotionId) {
    Known last = known.getIfPresent(promotionId);
    if (last != null && isShown(last, promotionId)) {
      return last.promotion();
    }
    CompletableFuture<Known> mine = new CompletableFuture<>();
    CompletableFuture<Known> other = asked.putIfAbsent(promotionId, mine);
    return other == null ? ask(promotionId, mine).promotion() : Replies.await(other).promotion();
  }

  /** No lock is held meanwhile: others wait for what comes of it, or do not. */
  private Known ask(long promotionId, CompletableFuture<Known> mine) {
    try {
      Known now = read(promotionId, known.getIfPresent(promotionId));
      // Not if it was changed since it was read.
      asked.computeIfPresent(
          promotionId,
          (id, asking) -> {
            if (asking == mine) {
              known.put(id, now);
            }
            return asking;
          });
      mine.complete(now);
      return now;
    } catch (RuntimeException e) {
      mine.completeExceptionally(e);
      throw e;
    } finally {
      asked.remove(promotionId, mine);
    }
  }

  /** It has changed: the next who looks sees how, and what is being read just now is not kept. */
  void forget(long promotionId) {
    asked.compute(
        promotionId,
        (id, asking) -> {
          known.invalidate(id);
          return null;
        });
  }

  /** It may have changed: it is read again, or shown as it was while it cannot be. */
  void doubt(long promotionId) {
    known
        .asMap()
        .computeIfPresent(
            promotionId,
            (id, last) -> new Known(last.promotion(), last.readAt() - AGE_WHILE_ASKED.toNanos()));
  }

  private boolean isShown(Known last, long promotionId) {
    return isGoodEnough(last)
        || (asked.containsKey(promotionId) && isYounger(last, away ? KEPT : AGE_WHILE_ASKED));
  }

  /** True if nobody has to ask for another. */
  private boolean isGoodEnough(Known last) {
    return isYounger(last, AGE) || (isPaused() && isYounger(last, KEPT));
  }

  private Known read(long promotionId, @Nullable Known last) {
    if (last != null && isGoodEnough(last)) {
      return last;
    }
    try {
      Known now = new Known(store.apply(promotionId), ticker.read());
      away = false;
      return now;
    } catch (TransientDataAccessException
        | RecoverableDataAccessException
        | DataAccessResourceFailureException e) {
      awayUntil = ticker.read() + PAUSE.toNanos();
      away = true;
      if (last == null || !isYounger(last, KEPT)) {
        throw e;
      }
      log.warn("Promotions are shown as they were, MySQL is asked again later: {}", e.toString());
      return last;
    }
  }

  private boolean isPaused() {
    return away && ticker.read() - awayUntil < 0;
  }

  private boolean isYounger(Known last, Duration age) {
    return ticker.read() - last.readAt() < age.toNanos();
  }
}
