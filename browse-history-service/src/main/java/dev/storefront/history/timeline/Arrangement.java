package dev.storefront.history.timeline;

import dev.storefront.history.HistoryRules;
import dev.storefront.history.View;
import dev.storefront.history.product.Product;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What shows of views that come newest first: no deleted product, one per SPU, 200 at most. */
final class Arrangement {

  private final List<ShownView> shown = new ArrayList<>();
  private final Set<Group> groups = new HashSet<>();

  void add(View view, Optional<Product> product) {
    boolean deleted = product.map(Product::deleted).orElse(false);
    if (!deleted && !isFull() && groups.add(Group.of(view.skuId(), product))) {
      shown.add(new ShownView(view, product));
    }
  }

  boolean isFull() {
    return shown.size() >= HistoryRules.MOST_SHOWN;
  }

  int size() {
    return shown.size();
  }

  /** The views after a position. */
  List<ShownView> after(Position position) {
    return shown.stream().filter(s -> position.isBefore(s.view())).toList();
  }

  /** The ids of groups and of SKUs that are their own group are different numbers. */
  private record Group(boolean ofCatalogue, long id) {

    static Group of(long skuId, Optional<Product> product) {
      return product
          .map(Product::group)
          .map(id -> new Group(true, id))
          .orElseGet(() -> new Group(false, skuId));
    }
  }
}
