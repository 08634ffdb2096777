package dev.storefront.fitment.placement;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/**
 * SKUs that MySQL does not know, so that it is not asked about each of them again and again. One is
 * forgotten as soon as an event says that it is on a shelf, and after {@link
 * NearCacheProperties#maxAge} whatever gets lost.
 */
@Component
class UnknownSkus {

  private static final int MOST = 500_000;

  private final Cache<Long, Boolean> nowhere;
  private final AtomicLong heard = new AtomicLong();

  UnknownSkus(NearCacheProperties settings) {
    nowhere = Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(settings.maxAge()).build();
  }

  /** To be asked before MySQL is. */
  long heard() {
    return heard.get();
  }

  /**
   * MySQL does not know it.
   *
   * @param before what {@link #heard} said then; who has heard something since remembers nothing
   */
  void add(long skuId, long before) {
    nowhere.put(skuId, true);
    if (heard.get() != before) {
      nowhere.invalidate(skuId);
    }
  }

  boolean contains(long skuId) {
    return nowhere.getIfPresent(skuId) != null;
  }

  /** It has data now, or may have. */
  void remove(long skuId) {
    heard.incrementAndGet();
    nowhere.invalidate(skuId);
  }

  /** Any may have data now. */
  void removeAll() {
    heard.incrementAndGet();
    nowhere.invalidateAll();
  }
}
