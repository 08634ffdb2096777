package dev.storefront.history.timeline;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.history.core.Deletions;
import dev.storefront.history.core.HistoryRules;
import dev.storefront.history.core.Ranking;
import dev.storefront.history.core.View;
import dev.storefront.history.product.Products;
import dev.storefront.history.purchase.Purchases;
import java.time.Clock;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * A user's history: hot views, product facts, one per SPU, and cold views where the hot ones are
 * too few (the design article's 2.1.2). Without product facts or HBase the answer is poorer and
 * says so, but there is one; without Redis there is none.
 */
@Component
public class Timeline {

  private final HotHistory hot;
  private final ColdHistory cold;
  private final Products products;
  private final Purchases purchases;
  private final Supplier<UUID> ids;
  private final Clock clock;
  private final Switch<Boolean> countCache;
  private final Switch<Integer> productBatch;

  Timeline(
      HotHistory hot,
      ColdHistory cold,
      Products products,
      Purchases purchases,
      Switches switches,
      Supplier<UUID> ids,
      Clock clock) {
    this.hot = hot;
    this.cold = cold;
    this.products = products;
    this.purchases = purchases;
    this.ids = ids;
    this.clock = clock;
    this.countCache = switches.defineBoolean("count-cache-enabled", true);
    this.productBatch = switches.defineInt("product-batch-size", 100, 1, 1000);
  }

  /** At most {@code limit} views after the position, and whether more follow. */
  HistoryReply page(String user, Position position, int limit) {
    Listing listing = arrange(user, hot.read(user), position, limit + 1);
    return HistoryReply.of(position, listing.shown(), limit, listing.degraded());
  }

  /** The same without what the user paid for after the view. */
  HistoryReply notBought(String user, Position position, int limit) {
    Listing listing = arrange(user, hot.read(user), Position.TOP, HistoryRules.MOST_SHOWN);
    List<ShownView> all = listing.shown();
    Map<Long, Long> paidAt =
        purchases.paidAt(user, all.stream().map(shown -> shown.view().skuId()).toList());
    List<ShownView> found =
        all.stream()
            .filter(s -> paidAt.getOrDefault(s.view().skuId(), -1L) <= s.view().viewedAt())
            .filter(s -> position.isBefore(s.view()))
            .toList();
    return HistoryReply.of(position, found, limit, listing.degraded());
  }

  /** How many views show. */
  Counted count(String user) {
    if (!countCache.get()) {
      return countAll(user, hot.read(user));
    }
    String lease = "lease " + ids.get();
    // Before the products are looked up: what is learned meanwhile may not be counted.
    long alteredAt = products.alteredAt();
    KeptHistory kept = hot.readForCount(user, lease, alteredAt);
    if (kept.count() >= 0) {
      return new Counted(kept.count(), List.of());
    }
    Counted counted = countAll(user, kept);
    if (counted.degraded().isEmpty()) {
      hot.cacheCount(user, lease, counted.count(), alteredAt);
    }
    return counted;
  }

  /**
   * Every view that is kept of the user and not deleted, hot and cold, newest first; also those
   * that are too old to show.
   *
   * @throws BackendUnavailableException if there may be more cold ones: half an answer would look
   *     whole, and half of a merge would leave views behind
   */
  public List<View> everything(String user) {
    return from(0, user);
  }

  /** The same without those that are too old to show. */
  public List<View> youngEnough(String user) {
    return from(oldest(), user);
  }

  /** Those of new views that Redis keeps of the user once it has them: it keeps the latest. */
  public List<View> withRoom(String user, List<View> news) {
    Set<View> kept =
        Set.copyOf(
            Ranking.latest(
                Stream.concat(hot.read(user).hot().stream(), news.stream()).toList(),
                Deletions.NONE,
                0,
                HistoryRules.MOST_HOT_VIEWS));
    return news.stream().filter(kept::contains).toList();
  }

  private List<View> from(long oldest, String user) {
    KeptHistory kept = hot.read(user);
    ColdHistory.Answer found = cold.read(user, kept);
    if (found.degraded() || !cold.isAsked()) {
      throw new BackendUnavailableException(
          "hbase", false, new IllegalStateException("There may be more views of " + user));
    }
    return Ranking.latest(
        Stream.concat(kept.hot().stream(), found.views().stream()).toList(),
        Deletions.NONE,
        oldest,
        Integer.MAX_VALUE);
  }

  /** The time of the latest view that Redis has of the user, epoch milliseconds; 0 for none. */
  public long latestViewAt(String user) {
    return hot.read(user).hot().stream().mapToLong(View::viewedAt).max().orElse(0);
  }

  private Counted countAll(String user, KeptHistory kept) {
    Listing listing = arrange(user, kept, Position.TOP, HistoryRules.MOST_SHOWN);
    return new Counted(listing.shown().size(), listing.degraded());
  }

  /**
   * Arranges what is needed to show {@code wanted} views after the position. Fewer hot views than
   * may show are merged with the cold ones at once; more are enough, unless too many of them fall
   * to deleted products and shared SPUs, or came so late that cold ones may stand among them.
   */
  private Listing arrange(String user, KeptHistory kept, Position position, int wanted) {
    if (kept.hot().size() >= HistoryRules.MOST_SHOWN) {
      Listing listing = new Listing(kept.deletedGroups(), position, wanted, false);
      add(kept.hot(), List.of(), listing);
      if (listing.isEnough() && cold.isBehind(listing.last())) {
        return listing;
      }
    }
    ColdHistory.Answer found = cold.read(user, kept);
    Listing listing = new Listing(kept.deletedGroups(), position, wanted, found.degraded());
    add(kept.hot(), found.views(), listing);
    return listing;
  }

  private long oldest() {
    return clock.millis() - HistoryRules.LONGEST_AGE.toMillis();
  }

  /** Nothing in Redis is deleted or cleared: its scripts see to that. */
  private void add(List<View> hot, List<View> cold, Listing listing) {
    Iterator<View> newestFirst = Ranking.newestFirst(hot, cold, oldest());
    int most = productBatch.get();
    while (newestFirst.hasNext() && !listing.isEnough()) {
      List<View> next = listing.take(newestFirst, most);
      listing.add(next, products.lookUp(next.stream().map(View::skuId).toList()));
    }
  }

  /**
   * How many views show.
   *
   * @param degraded what could not be asked: {@code archive}, {@code products}
   */
  record Counted(int count, List<String> degraded) {}
}
