package dev.storefront.history.timeline;

import dev.storefront.history.core.Group;
import dev.storefront.history.core.HistoryRules;
import dev.storefront.history.core.Ranking;
import dev.storefront.history.core.View;
import dev.storefront.history.product.Product;
import dev.storefront.history.product.ProductFacts;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What shows from a position on, as it is put together: views newest first, with the facts of their
 * products.
 */
final class Listing {

  private final Ranking ranking;
  private final Position position;
  private final int wanted;
  private final boolean withoutArchive;
  private final List<ShownView> shown = new ArrayList<>();
  private View last = new View(0, 0);
  private boolean complete = true;
  private boolean begun;

  /**
   * @param wanted how many views after the position are enough
   * @param withoutArchive true if cold views may be missing
   */
  Listing(Map<Group, Long> deletedGroups, Position position, int wanted, boolean withoutArchive) {
    this.ranking = Ranking.choosing(HistoryRules.MOST_SHOWN, deletedGroups);
    this.position = position;
    this.wanted = wanted;
    this.withoutArchive = withoutArchive;
  }

  /**
   * Takes the views to be added next: at first as many as are enough if all of them show.
   *
   * @param most how many at most, 1 or more
   */
  List<View> take(Iterator<View> newestFirst, int most) {
    List<View> taken = new ArrayList<>();
    int lacking = begun ? most : wanted;
    while (lacking > 0 && taken.size() < most && newestFirst.hasNext()) {
      View view = newestFirst.next();
      taken.add(view);
      lacking -= position.isBefore(view) ? 1 : 0;
    }
    begun = true;
    return taken;
  }

  /**
   * Adds the next views; those of products that the catalogue deleted fall out.
   *
   * @param facts of the SKU of each view, in the same order
   */
  void add(List<View> newestFirst, ProductFacts facts) {
    complete &= facts.complete();
    for (int i = 0; i < newestFirst.size(); i++) {
      View view = newestFirst.get(i);
      Product product = facts.products().get(i);
      if (!product.deleted() && ranking.choose(view, product.group())) {
        last = view;
        if (position.isBefore(view)) {
          shown.add(new ShownView(view, product));
        }
      }
    }
  }

  /** What could not be asked: {@code archive}, {@code products}. */
  List<String> degraded() {
    return Stream.of(withoutArchive ? "archive" : "", complete ? "" : "products")
        .filter(part -> !part.isEmpty())
        .toList();
  }

  boolean isEnough() {
    return ranking.isFull() || shown.size() >= wanted;
  }

  /** The last view so far, also before the position; of no time if there is none. */
  View last() {
    return last;
  }

  /** The views after the position. */
  List<ShownView> shown() {
    return shown;
  }
}
