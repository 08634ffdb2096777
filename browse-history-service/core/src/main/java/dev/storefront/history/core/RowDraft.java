package dev.storefront.history.core;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a user's cold row is made of: first what the user deleted or paused, in any order, then the
 * views, in any order and any number of times. The row has no more than {@value
 * HistoryRules#MOST_SHOWN} views and the draft some thousand at most, however many come, and the
 * latest 10,000 of more than 20,000 deleted SKUs: then a view that is as old as a deletion of which
 * the draft lets go counts as cleared, whatever its SKU, for nothing deleted may come back.
 */
public final class RowDraft {

  private static final int MOST_HELD = 4_000;
  private static final int MOST_DELETED = 20_000;

  private final long oldest;
  private final Map<Long, Long> deletedAt = new HashMap<>();
  private final TreeMap<Long, Pauses.Pause> paused = new TreeMap<>();
  private long clearedAt = -1;
  private List<View> views = new ArrayList<>();
  private long viewsTaken;

  /**
   * A draft without views.
   *
   * @param asOf the run's logical time, epoch milliseconds: views 60 days older do not count
   */
  public RowDraft(long asOf) {
    oldest = asOf - HistoryRules.LONGEST_AGE.toMillis();
  }

  /** The user cleared the history up to then, epoch milliseconds. */
  public void cleared(long at) {
    beforeViews();
    clearedAt = Math.max(clearedAt, at);
  }

  /** The user deleted the SKU's views up to then, epoch milliseconds. */
  public void deleted(long skuId, long at) {
    beforeViews();
    deletedAt.merge(skuId, at, Math::max);
    if (deletedAt.size() > MOST_DELETED) {
      long letGo =
          deletedAt.values().stream().sorted().skip(MOST_DELETED / 2).findFirst().orElseThrow();
      clearedAt = Math.max(clearedAt, letGo);
      deletedAt.values().removeIf(time -> time <= letGo);
    }
  }

  /**
   * The user wanted nothing recorded for that time. Of two that begin at once the shorter counts:
   * the other one was read before the user went on.
   */
  public void paused(Pauses.Pause pause) {
    beforeViews();
    paused.merge(pause.from(), pause, (one, other) -> one.to() < other.to() ? one : other);
    if (paused.size() > Pauses.MOST) {
      // As Redis has them: the latest.
      paused.pollFirstEntry();
    }
  }

  /** The user looked at a SKU. */
  public void viewed(View view) {
    viewsTaken++;
    if (paused.values().stream().anyMatch(pause -> pause.hides(view))) {
      return;
    }
    views.add(view);
    if (views.size() == MOST_HELD) {
      // What has fallen out by then would fall out of the whole, too.
      views = new ArrayList<>(row());
    }
  }

  /** The views of the row, newest first; empty if there is nothing to show. */
  public List<View> row() {
    return Ranking.latest(
        views, new Deletions(clearedAt, deletedAt), oldest, HistoryRules.MOST_SHOWN);
  }

  /** How many deleted SKUs the draft holds. */
  int deletionsHeld() {
    return deletedAt.size();
  }

  /** How many views came, repeated ones too. */
  public long viewsTaken() {
    return viewsTaken;
  }

  private void beforeViews() {
    if (viewsTaken > 0) {
      throw new IllegalStateException("A deletion or a pause came after a view");
    }
  }
}
