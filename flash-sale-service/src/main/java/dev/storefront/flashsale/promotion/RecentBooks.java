package dev.storefront.flashsale.promotion;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import org.springframework.stereotype.Component;

/**
 * The books as everyone's pages see them, up to a second old: they are summed once a second at most
 * for each promotion, however many look at it while Redis does not know what is left.
 */
@Component
class RecentBooks {

  private static final Duration AGE = Duration.ofSeconds(1);
  private static final int MOST = 10_000;

  private final LoadingCache<Long, Long> taken;

  RecentBooks(Promotions.Books books) {
    taken = Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(AGE).build(books::taken);
  }

  /** Units that orders hold of a promotion. */
  long taken(long promotionId) {
    return taken.get(promotionId);
  }
}
