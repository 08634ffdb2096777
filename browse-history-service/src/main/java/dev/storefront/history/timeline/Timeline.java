package dev.storefront.history.timeline;

import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.history.HistoryRules;
import dev.storefront.history.View;
import dev.storefront.history.product.ProductFacts;
import dev.storefront.history.product.Products;
import io.micrometer.core.annotation.Timed;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * A user's history: hot views, product facts, one per SPU, and cold views where the hot ones are
 * too few (the design article's 2.1.2). Without product facts or HBase the answer is poorer, but
 * there is one; without Redis there is none.
 */
@Component
class Timeline {

  private final HotHistory hot;
  private final ColdViews cold;
  private final Products products;
  private final Supplier<UUID> ids;
  private final Switch<Boolean> countCache;
  private final Switch<Integer> productBatch;

  Timeline(
      HotHistory hot, ColdViews cold, Products products, Switches switches, Supplier<UUID> ids) {
    this.hot = hot;
    this.cold = cold;
    this.products = products;
    this.ids = ids;
    this.countCache = switches.defineBoolean("count-cache-enabled", true);
    this.productBatch = switches.defineInt("product-batch-size", 100, 1, 1000);
  }

  /** At most {@code limit} views after the position, and whether more follow. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "list-history"})
  Page page(String user, Position position, int limit) {
    List<ShownView> found = arrange(user, hot.read(user), position, limit + 1).after(position);
    return found.size() > limit ? new Page(found.subList(0, limit), true) : new Page(found, false);
  }

  /** How many views show. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "count-history"})
  int count(String user) {
    if (!countCache.get()) {
      return countAll(user, hot.read(user));
    }
    CountRead read = hot.readForCount(user, "lease " + ids.get());
    if (read instanceof CountRead.Cached cached) {
      return cached.count();
    }
    CountRead.ToCompute toCompute = (CountRead.ToCompute) read;
    int count = countAll(user, toCompute.views());
    hot.cacheCount(user, toCompute.lease(), count);
    return count;
  }

  private int countAll(String user, HotViews views) {
    return arrange(user, views, Position.TOP, HistoryRules.MOST_SHOWN).size();
  }

  /**
   * Arranges what is needed to show {@code wanted} views after the position. Fewer hot views than
   * may show are merged with the cold ones at once; more are enough, unless too many of them fall
   * to deleted products and shared SPUs.
   */
  private Arrangement arrange(String user, HotViews views, Position position, int wanted) {
    boolean coldMayAdd = cold.mayAddTo(views);
    if (coldMayAdd && views.views().size() < HistoryRules.MOST_SHOWN) {
      return arrange(cold.mergedWith(views.views(), user), position, wanted);
    }
    Arrangement arranged = arrange(views.views(), position, wanted);
    boolean enough = arranged.isFull() || arranged.after(position).size() >= wanted;
    return enough || !coldMayAdd
        ? arranged
        : arrange(cold.mergedWith(views.views(), user), position, wanted);
  }

  private Arrangement arrange(List<View> newestFirst, Position position, int wanted) {
    Arrangement arranged = new Arrangement();
    int batch = productBatch.get();
    for (int from = 0; from < newestFirst.size(); from += batch) {
      List<View> views = newestFirst.subList(from, Math.min(newestFirst.size(), from + batch));
      ProductFacts facts = products.lookUp(views.stream().map(View::skuId).toList());
      views.forEach(view -> arranged.add(view, facts.of(view.skuId())));
      if (arranged.isFull() || arranged.after(position).size() >= wanted) {
        break;
      }
    }
    return arranged;
  }

  /** A part of a history. */
  record Page(List<ShownView> views, boolean hasMore) {}
}
