package dev.storefront.history.core;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The one order of histories, of the service as of the offline jobs: newest first, each SKU with
 * its latest view, nothing too old, deleted or cleared, one view of each group, and so many.
 */
public final class Ranking {

  private final Set<Long> skus = new HashSet<>();
  private final Set<Group> groups = new HashSet<>();
  private final Map<Group, Long> gone;
  private final int most;

  private Ranking(int most, Map<Group, Long> gone) {
    this.most = most;
    this.gone = gone;
  }

  /**
   * Begins to choose one view of each group, of views that come newest first.
   *
   * @param most how many to choose at most
   * @param gone until when groups are deleted, epoch milliseconds: a user who deletes what a group
   *     shows does not want to see its older SKUs instead
   */
  public static Ranking choosing(int most, Map<Group, Long> gone) {
    return new Ranking(most, gone);
  }

  /**
   * The views that are not too old, newest first. Few comparisons are made of lists one behind the
   * other that are in order, as Redis has them.
   *
   * @param oldest views before it are too old, epoch milliseconds
   */
  public static List<View> newestFirst(Collection<View> views, long oldest) {
    View[] sorted = views.toArray(View[]::new);
    Arrays.sort(sorted, View.NEWEST_FIRST);
    int end = sorted.length;
    while (end > 0 && sorted[end - 1].viewedAt() < oldest) {
      end--;
    }
    return Arrays.asList(sorted).subList(0, end);
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
    Set<Long> skus = new HashSet<>();
    return newestFirst(views, oldest).stream()
        .filter(view -> !gone.hide(view) && skus.add(view.skuId()))
        .limit(most)
        .toList();
  }

  /**
   * Chooses the next view if it shows: the first of its SKU and of its group, as long as there is
   * room.
   *
   * @param view after all others so far, as {@link #newestFirst} has them
   * @param group that of its SKU
   * @return true if it shows
   */
  public boolean choose(View view, Group group) {
    return !isFull()
        && skus.add(view.skuId())
        && view.viewedAt() > gone.getOrDefault(group, -1L)
        && groups.add(group);
  }

  /** True if no more views can be chosen. */
  public boolean isFull() {
    return groups.size() >= most;
  }
}
