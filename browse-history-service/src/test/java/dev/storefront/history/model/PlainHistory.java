package dev.storefront.history.model;

import dev.storefront.history.core.Group;
import dev.storefront.history.core.View;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What one user has done, all of it, and what therefore is to be seen. It forgets nothing and works
 * every answer out anew, so that it is plainly right; it needs no order of arrival, as every rule
 * goes by times.
 */
final class PlainHistory {

  private static final int MOST_SHOWN = 200;
  private static final long OPEN = Long.MAX_VALUE;

  private final List<View> views = new ArrayList<>();
  private final List<Gone> gone = new ArrayList<>();
  private final List<long[]> pauses = new ArrayList<>();
  private final Map<Long, Long> paidAt = new HashMap<>();
  private long clearedUpTo = -1;
  private long erasedUpTo = -1;

  /** A deletion of a SKU and its group. */
  record Gone(long sku, Group group, long upTo) {}

  void viewed(View view) {
    views.add(view);
  }

  void deleted(long sku, Group group, long at) {
    gone.add(new Gone(sku, group, at));
  }

  void cleared(long at) {
    clearedUpTo = Math.max(clearedUpTo, at);
  }

  void paused(long at) {
    if (!isPaused()) {
      pauses.add(new long[] {at, OPEN});
    }
  }

  void resumed(long at) {
    pauses.stream().filter(pause -> pause[1] == OPEN).forEach(pause -> pause[1] = at);
  }

  void erased(long at) {
    resumed(at);
    cleared(at);
    erasedUpTo = at;
    gone.removeIf(one -> one.upTo() <= at);
    paidAt.values().removeIf(paid -> paid <= at);
  }

  void paid(long sku, long at) {
    if (at > erasedUpTo) {
      paidAt.merge(sku, at, Math::max);
    }
  }

  boolean isPaused() {
    return pauses.stream().anyMatch(pause -> pause[1] == OPEN);
  }

  /** Takes what a guest has: deletions with their times, and the views. Returns the news. */
  long merge(PlainHistory guest) {
    guest.gone.stream().filter(one -> one.upTo() > erasedUpTo).forEach(gone::add);
    Set<View> before = new HashSet<>(kept());
    views.addAll(guest.kept());
    return kept().stream().filter(view -> !before.contains(view)).count();
  }

  /** The latest view of each SKU that the user did not take out, newest first. */
  List<View> kept() {
    Map<Long, Long> latest = new HashMap<>();
    views.stream()
        .filter(this::isKept)
        .forEach(view -> latest.merge(view.skuId(), view.viewedAt(), Math::max));
    List<View> kept = new ArrayList<>();
    latest.forEach((sku, at) -> kept.add(new View(sku, at)));
    kept.sort(Comparator.comparingLong(View::viewedAt).thenComparingLong(View::skuId).reversed());
    return kept;
  }

  private boolean isKept(View view) {
    return view.viewedAt() > clearedUpTo
        && gone.stream()
            .noneMatch(one -> one.sku() == view.skuId() && view.viewedAt() <= one.upTo())
        && pauses.stream()
            .noneMatch(pause -> view.viewedAt() >= pause[0] && view.viewedAt() < pause[1]);
  }

  private boolean isOfDeletedGroup(View view, Catalogue catalogue) {
    Group group = catalogue.groupOf(view.skuId());
    return gone.stream()
        .anyMatch(one -> one.group().equals(group) && view.viewedAt() <= one.upTo());
  }

  /** What the list shows: of each group the latest view. */
  List<View> list(Catalogue catalogue) {
    List<View> shown = new ArrayList<>();
    Set<Group> groups = new HashSet<>();
    for (View view : kept()) {
      if (shown.size() < MOST_SHOWN
          && !catalogue.isDeleted(view.skuId())
          && !isOfDeletedGroup(view, catalogue)
          && groups.add(catalogue.groupOf(view.skuId()))) {
        shown.add(view);
      }
    }
    return shown;
  }

  List<View> notBought(Catalogue catalogue) {
    return list(catalogue).stream()
        .filter(view -> paidAt.getOrDefault(view.skuId(), -1L) <= view.viewedAt())
        .toList();
  }

  /** True if a list may have the view, even while others are still on their way. */
  boolean mayShow(View view, Catalogue catalogue) {
    return views.contains(view) && isKept(view) && !isOfDeletedGroup(view, catalogue);
  }
}
