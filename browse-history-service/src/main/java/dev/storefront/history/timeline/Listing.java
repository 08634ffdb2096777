package dev.storefront.history.timeline;

import dev.storefront.history.core.Group;
import dev.storefront.history.core.HistoryRules;
import dev.storefront.history.core.Ranking;
import dev.storefront.history.core.View;
import dev.storefront.history.product.Product;
import dev.storefront.history.product.ProductFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What shows, as it is put together: views newest first, with the facts of their products. */
final class Listing {

  private final Ranking ranking;
  private final List<ShownView> shown = new ArrayList<>();
  private boolean complete = true;

  Listing(Map<Group, Long> deletedGroups) {
    ranking = Ranking.choosing(HistoryRules.MOST_SHOWN, deletedGroups);
  }

  /** Adds the next views; those of products that the catalogue deleted fall out. */
  void add(List<View> newestFirst, ProductFacts facts) {
    complete &= facts.complete();
    List<View> present =
        newestFirst.stream()
            .filter(view -> facts.of(view.skuId()).filter(Product::deleted).isEmpty())
            .toList();
    ranking
        .choose(present, facts::groupOf)
        .forEach(view -> shown.add(new ShownView(view, facts.of(view.skuId()))));
  }

  /** True if the facts of all products could be asked for. */
  boolean isComplete() {
    return complete;
  }

  boolean isFull() {
    return ranking.isFull();
  }

  int size() {
    return shown.size();
  }

  /** The last view so far; of no time if there is none. */
  View last() {
    return shown.isEmpty() ? new View(0, 0) : shown.get(shown.size() - 1).view();
  }

  /** The views after a position. */
  List<ShownView> after(Position position) {
    return shown.stream().filter(s -> position.isBefore(s.view())).toList();
  }
}
