package dev.storefront.history.product;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.storefront.history.degradation.Degradation;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.cache.CaffeineCacheMetrics;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Product facts by SKU, from memory: it hears of every change, and asks the store only for what it
 * does not have. While the store is away what it has stands in, so that deleted products stay
 * hidden and lists keep their names.
 */
@Component
public class Products {

  /** Of a change of a product that nobody asked for. */
  private static final long NEVER = 0;

  private final ProductTable table;
  private final Cache<Long, Known> memory;
  private final Degradation store;
  private final Clock clock;
  private final long freshMillis;
  private final AtomicLong alteredAt = new AtomicLong(NEVER);
  private volatile long heardFrom = NEVER;

  Products(
      ProductTable table,
      ProductProperties properties,
      CircuitBreakerRegistry breakers,
      MeterRegistry meters,
      Clock clock) {
    this.table = table;
    this.store = new Degradation(breakers, "products");
    this.clock = clock;
    this.freshMillis = properties.freshFor().toMillis();
    this.memory =
        CaffeineCacheMetrics.monitor(
            meters,
            Caffeine.newBuilder()
                .maximumSize(properties.most())
                .expireAfterWrite(properties.usableFor())
                .recordStats()
                .build(),
            "products");
  }

  /** Looks SKUs up, in one query at most. Never fails: of what cannot be had nothing is known. */
  public ProductFacts lookUp(Collection<Long> skuIds) {
    long now = clock.millis();
    long fresh = Math.max(now - freshMillis, heardFrom);
    List<Product> found = new ArrayList<>(skuIds.size());
    List<Long> wanted = new ArrayList<>();
    for (Long skuId : skuIds) {
      Known known = memory.getIfPresent(skuId);
      if (known == null || known.askedAt() < fresh) {
        wanted.add(skuId);
      }
      found.add(known == null ? Product.unknown(skuId) : known.product());
    }
    if (wanted.isEmpty()) {
      return new ProductFacts(found, true);
    }
    Optional<List<ProductRecord>> stored = store.attempt(() -> table.find(wanted));
    stored.ifPresent(
        records -> {
          Map<Long, Product> news = refresh(wanted, records, now);
          found.replaceAll(product -> news.getOrDefault(product.skuId(), product));
        });
    return new ProductFacts(found, stored.isPresent());
  }

  /**
   * From now on this instance hears of all changes that the store did not have by now. What was
   * asked for before is asked for once more: the store may have learned of a change in between.
   */
  void hearsFromNowOn() {
    heardFrom = clock.millis() + 1;
  }

  /**
   * When this instance last learned what may alter how many views show: that a product is deleted,
   * or not any more, or is of another group. Later with each of these, epoch milliseconds by the
   * own clock; 0 for never. Look-ups that follow know of it.
   */
  public long alteredAt() {
    return alteredAt.get();
  }

  /** Takes in what the catalogue changed. */
  void learn(ProductRecord change) {
    remember(change.skuId(), Known.of(change, NEVER));
  }

  /** Not put in its place: the memory may have heard of a change that the store has not yet. */
  private Known remember(long skuId, Known told) {
    Known before = memory.policy().getIfPresentQuietly(skuId);
    Known now = Objects.requireNonNull(memory.asMap().merge(skuId, told, Known::with));
    if (now.isAlterationOf(before)) {
      // Only now, or a count without it would pass for one with it.
      alteredAt.updateAndGet(last -> Math.max(last + 1, clock.millis()));
    }
    return now;
  }

  private Map<Long, Product> refresh(List<Long> asked, List<ProductRecord> stored, long now) {
    Map<Long, ProductRecord> bySku = new HashMap<>();
    stored.forEach(record -> bySku.put(record.skuId(), record));
    Map<Long, Product> news = new HashMap<>();
    for (Long skuId : asked) {
      ProductRecord record = bySku.getOrDefault(skuId, ProductRecord.unknown(skuId));
      news.put(skuId, remember(skuId, Known.of(record, now)).product());
    }
    return news;
  }

  /**
   * What is known of a product.
   *
   * @param product what the record says
   * @param askedAt when the store was asked, epoch milliseconds
   */
  private record Known(ProductRecord record, Product product, long askedAt) {

    static Known of(ProductRecord record, long askedAt) {
      return new Known(record, record.product(), askedAt);
    }

    /**
     * True if how many views show may differ, not only what is shown of them. One that was not
     * remembered counts in other instances alone, if anywhere: then a deletion is news, and not
     * each name.
     */
    boolean isAlterationOf(@Nullable Known before) {
      if (before == null) {
        return product.deleted() && askedAt == NEVER;
      }
      return product.deleted() != before.product.deleted()
          || !product.deleted() && !product.group().equals(before.product.group());
    }

    Known with(Known other) {
      return of(record.with(other.record), Math.max(askedAt, other.askedAt));
    }
  }
}
