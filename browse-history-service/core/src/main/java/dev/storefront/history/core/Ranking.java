package dev.storefront.history.core;

import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;

/**
 * The one order of histories, of the service as of the offline jobs: newest first, each SKU with
 * its latest view, nothing too old, deleted or cleared, one view of each group, and so many.
 */
public final class Ranking {

  private static final View OLDER_THAN_ANY = new View(0, Long.MIN_VALUE);

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
   * Two lists of views as one, newest first, as far as somebody takes them. A view that stands in
   * both comes twice.
   *
   * @param some oldest first, as {@link PackedViews} has them
   * @param others likewise
   * @param oldest views before it are too old, epoch milliseconds, 0 or more
   */
  public static Iterator<View> newestFirst(List<View> some, List<View> others, long oldest) {
    return new Iterator<>() {
      private int left = some.size();
      private int leftOfOthers = others.size();
      private View one = last(some, left);
      private View other = last(others, leftOfOthers);

      @Override
      public boolean hasNext() {
        return Math.max(one.viewedAt(), other.viewedAt()) >= oldest;
      }

      @Override
      public View next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        boolean isOne = View.NEWEST_FIRST.compare(one, other) <= 0;
        View taken = isOne ? one : other;
        if (isOne) {
          one = last(some, --left);
        } else {
          other = last(others, --leftOfOthers);
        }
        return taken;
      }
    };
  }

  private static View last(List<View> views, int left) {
    return left == 0 ? OLDER_THAN_ANY : views.get(left - 1);
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
    return views.stream()
        .filter(view -> view.viewedAt() >= oldest && !gone.hide(view))
        .sorted(View.NEWEST_FIRST)
        .filter(view -> skus.add(view.skuId()))
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
