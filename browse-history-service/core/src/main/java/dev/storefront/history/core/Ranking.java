package dev.storefront.history.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The one order of histories, of the service as of the offline jobs: newest first, each SKU with
 * its latest view, nothing too old, deleted or cleared, one view of each group, and so many.
 */
public final class Ranking {

  private final Set<Group> groups = new HashSet<>();
  private final Map<Group, Long> gone;
  private final int most;

  private Ranking(int most, Map<Group, Long> gone) {
    this.most = most;
    this.gone = gone;
  }

  /**
   * Begins to choose one view of each group, of views that come newest first, perhaps in parts.
   *
   * @param most how many to choose at most
   * @param gone until when groups are deleted, epoch milliseconds: a user who deletes what a group
   *     shows does not want to see its older SKUs instead
   */
  public static Ranking choosing(int most, Map<Group, Long> gone) {
    return new Ranking(most, gone);
  }

  /**
   * The latest views, each SKU once.
   *
   * @param views in any order, a SKU any number of times
   * @param gone what the user deleted; a SKU's view that is later than its deletion counts
   * @param oldest views before it are too old, epoch milliseconds
   * @param most how many at most
   */
  public static List<View> latest(Collection<View> views, Deletions gone, long oldest, int most) {
    Map<Long, Long> times = new HashMap<>();
    for (View view : views) {
      if (view.viewedAt() >= oldest && !gone.hide(view)) {
        times.merge(view.skuId(), view.viewedAt(), Math::max);
      }
    }
    List<View> latest = new ArrayList<>(times.size());
    times.forEach((skuId, viewedAt) -> latest.add(new View(skuId, viewedAt)));
    latest.sort(View.NEWEST_FIRST);
    return latest.size() > most ? List.copyOf(latest.subList(0, most)) : latest;
  }

  /**
   * Those of the next views that show: the first of each group, as long as there is room.
   *
   * @param newestFirst as {@link #latest} has them, after all that were chosen from before
   * @param groupOf the group of a SKU
   */
  public List<View> choose(List<View> newestFirst, Function<Long, Group> groupOf) {
    List<View> chosen = new ArrayList<>();
    for (View view : newestFirst) {
      if (isFull()) {
        break;
      }
      Group group = groupOf.apply(view.skuId());
      if (view.viewedAt() > gone.getOrDefault(group, -1L) && groups.add(group)) {
        chosen.add(view);
      }
    }
    return chosen;
  }

  /** True if no more views can be chosen. */
  public boolean isFull() {
    return groups.size() >= most;
  }

  /** How many were chosen. */
  public int size() {
    return groups.size();
  }
}
