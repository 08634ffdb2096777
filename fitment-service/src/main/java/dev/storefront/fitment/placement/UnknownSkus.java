package dev.storefront.fitment.placement;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.springframework.stereotype.Component;

/**
 * SKUs that MySQL does not know, so that it is not asked about each of them again and again. One is
 * forgotten as soon as an event says that it is on a shelf, and after {@link
 * NearCacheProperties#maxAge} whatever gets lost.
 */
@Component
public class UnknownSkus {

  private static final int MOST = 500_000;

  /** SKUs share what was heard of them, so that it takes a fixed room. */
  private static final int SLOTS = 1 << 16;

  private final Cache<Long, Boolean> nowhere;
  private final AtomicLong heard = new AtomicLong();
  private final AtomicLongArray lastHeardOf = new AtomicLongArray(SLOTS);
  private final AtomicLong lastHeardOfAll = new AtomicLong();

  UnknownSkus(NearCacheProperties settings) {
    nowhere = Caffeine.newBuilder().maximumSize(MOST).expireAfterWrite(settings.maxAge()).build();
  }

  /** How much was heard of SKUs; to be asked before MySQL is. */
  public long heard() {
    return heard.get();
  }

  /**
   * MySQL does not know it.
   *
   * @param before what {@link #heard} said then; what was heard of since is not remembered
   */
  public void add(long skuId, long before) {
    nowhere.put(skuId, true);
    if (Math.max(lastHeardOf.get(slot(skuId)), lastHeardOfAll.get()) > before) {
      nowhere.invalidate(skuId);
    }
  }

  /** True if MySQL said some moments ago that it does not know this SKU. */
  public boolean contains(long skuId) {
    return nowhere.getIfPresent(skuId) != null;
  }

  /** It has data now, or may have. */
  public void remove(long skuId) {
    lastHeardOf.accumulateAndGet(slot(skuId), heard.incrementAndGet(), Math::max);
    nowhere.invalidate(skuId);
  }

  /** Any may have data now. */
  void removeAll() {
    lastHeardOfAll.accumulateAndGet(heard.incrementAndGet(), Math::max);
    nowhere.invalidateAll();
  }

  private static int slot(long skuId) {
    int hash = Long.hashCode(skuId);
    return (hash ^ hash >>> 16) & SLOTS - 1;
  }
}
