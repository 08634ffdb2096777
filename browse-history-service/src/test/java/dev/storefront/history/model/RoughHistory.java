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
import java.util.TreeMap;

/**
 * Histories as one may build them in an afternoon, event by event, with one mistake or none: what
 * the checker has to find.
 */
final class RoughHistory implements HistoryUnderTest {

  /** What is wrong. */
  enum Mistake {
    NONE,
    LATE_VIEW_COMES_BACK,
    DELETION_FOR_EVER,
    LAST_ARRIVAL_COUNTS,
    PAUSE_BY_ARRIVAL,
    LATEST_OF_A_BATCH_BEFORE_PAUSES,
    CLEARING_HIDES_LATER_VIEWS,
    DELETED_GROUP_SHOWS_ANOTHER,
    TWO_OF_A_GROUP,
    DELETED_PRODUCT_SHOWS,
    STALE_COUNT,
    MERGE_WITHOUT_DELETIONS,
    MERGE_REPEATED,
    ERASED_COMES_BACK_LATE,
    ERASED_COMES_BACK_BY_EXPORT,
    OLD_DATE_REPLACES_ROW,
    FILE_OF_AN_OLD_DAY_MISSED,
    PAID_HIDES_LATER_VIEWS,
    PAGE_SKIPS_EQUAL_TIMES
  }

  private static final long HOUR = 3_600_000;
  private static final long BEGIN = 1_800_000_000_000L;

  private final Mistake mistake;
  private final Map<String, One> users = new HashMap<>();
  private final Map<Long, Group> groups = new HashMap<>();
  private final Set<Long> deletedProducts = new HashSet<>();
  private final List<Seen> onTheWayToTheLake = new ArrayList<>();
  private final Map<Integer, List<Seen>> lake = new TreeMap<>();
  private final Map<Integer, Map<String, List<View>>> computed = new HashMap<>();
  private long clock = BEGIN;

  RoughHistory(Mistake mistake) {
    this.mistake = mistake;
  }

  private static final class One {
    final Map<Long, Long> hot = new HashMap<>();
    final Map<Long, Long> deleted = new HashMap<>();
    final Map<Group, Long> deletedGroups = new HashMap<>();
    final Map<Long, Group> groupAtDeletion = new HashMap<>();
    final List<long[]> pauses = new ArrayList<>();
    final Map<Long, Long> paid = new HashMap<>();
    List<View> row = List.of();
    int rowDaysAgo = Integer.MAX_VALUE;
    long cleared = -1;
    long erased = -1;
    int count = -1;
  }

  private One of(String user) {
    return users.computeIfAbsent(user, u -> new One());
  }

  @Override
  public void views(List<Seen> views) {
    for (Seen seen : views) {
      onTheWayToTheLake.add(seen);
      One one = of(seen.user());
      View view = seen.view();
      if (!hidden(one, view, true) && !isMergedAway(seen, views)) {
        one.hot.merge(
            view.skuId(),
            view.viewedAt(),
            mistake == Mistake.LAST_ARRIVAL_COUNTS ? (old, now) -> now : Math::max);
        one.count = mistake == Mistake.STALE_COUNT ? one.count : -1;
      }
    }
  }

  private boolean isMergedAway(Seen seen, List<Seen> batch) {
    return mistake == Mistake.LATEST_OF_A_BATCH_BEFORE_PAUSES
        && batch.stream()
            .anyMatch(
                other ->
                    other.user().equals(seen.user())
                        && other.view().skuId() == seen.view().skuId()
                        && other.view().viewedAt() > seen.view().viewedAt());
  }

  private boolean hidden(One one, View view, boolean arriving) {
    boolean late = arriving && mistake == Mistake.LATE_VIEW_COMES_BACK;
    long gone = late ? -1 : one.deleted.getOrDefault(view.skuId(), -1L);
    boolean deleted = mistake == Mistake.DELETION_FOR_EVER ? gone >= 0 : view.viewedAt() <= gone;
    boolean isErased =
        view.viewedAt() <= one.erased && !(arriving && mistake == Mistake.ERASED_COMES_BACK_LATE);
    long cleared = one.cleared;
    if (mistake == Mistake.CLEARING_HIDES_LATER_VIEWS && cleared > 0) {
      cleared += 100;
    }
    return deleted || isErased || view.viewedAt() <= cleared || isPaused(one, view);
  }

  private boolean isPaused(One one, View view) {
    if (mistake == Mistake.PAUSE_BY_ARRIVAL) {
      return !one.pauses.isEmpty() && one.pauses.get(one.pauses.size() - 1)[1] == Long.MAX_VALUE;
    }
    return one.pauses.stream().anyMatch(p -> view.viewedAt() >= p[0] && view.viewedAt() < p[1]);
  }

  @Override
  public void paid(String user, long sku, long at) {
    if (at > of(user).erased) {
      of(user).paid.merge(sku, at, Math::max);
    }
  }

  @Override
  public void product(long sku, Group group, long version, boolean deleted) {
    groups.put(sku, group);
    if (deleted && mistake != Mistake.DELETED_PRODUCT_SHOWS) {
      deletedProducts.add(sku);
    } else {
      deletedProducts.remove(sku);
    }
    users.values().forEach(one -> one.count = -1);
  }

  private Group groupOf(long sku) {
    return groups.getOrDefault(sku, Group.ofSku(sku));
  }

  @Override
  public void delete(String user, List<Long> skus) {
    skus.forEach(sku -> delete(of(user), sku, groupOf(sku), now()));
  }

  private void delete(One one, long sku, Group group, long at) {
    one.deleted.merge(sku, at, Math::max);
    one.groupAtDeletion.put(sku, group);
    if (mistake != Mistake.DELETED_GROUP_SHOWS_ANOTHER) {
      one.deletedGroups.merge(group, at, Math::max);
    }
    one.hot.computeIfPresent(sku, (s, time) -> time <= at ? null : time);
    one.count = -1;
  }

  @Override
  public void clear(String user) {
    One one = of(user);
    one.cleared = now();
    one.hot.clear();
    one.count = -1;
  }

  @Override
  public void pause(String user) {
    One one = of(user);
    if (one.pauses.stream().noneMatch(p -> p[1] == Long.MAX_VALUE)) {
      one.pauses.add(new long[] {now(), Long.MAX_VALUE});
    }
  }

  @Override
  public void resume(String user) {
    long at = now();
    of(user).pauses.stream().filter(p -> p[1] == Long.MAX_VALUE).forEach(p -> p[1] = at);
  }

  @Override
  public long merge(String user, String guest) {
    One to = of(user);
    One from = of(guest);
    if (mistake != Mistake.MERGE_WITHOUT_DELETIONS) {
      from.deleted.forEach(
          (sku, at) -> {
            if (at > to.erased) {
              delete(to, sku, from.groupAtDeletion.get(sku), at);
            }
          });
    }
    Set<View> known = new HashSet<>(export(user));
    List<View> news =
        export(guest).stream()
            .filter(view -> !hidden(to, view, false))
            .filter(view -> latest(known, view.skuId()) < view.viewedAt())
            .toList();
    views(news.stream().map(view -> new Seen(user, view)).toList());
    return mistake == Mistake.MERGE_REPEATED ? export(guest).size() : news.size();
  }

  private static long latest(Set<View> views, long sku) {
    return views.stream()
        .filter(view -> view.skuId() == sku)
        .mapToLong(View::viewedAt)
        .findFirst()
        .orElse(-1);
  }

  @Override
  public void erase(String user) {
    resume(user);
    One one = of(user);
    one.erased = now();
    one.hot.clear();
    one.row = List.of();
    one.deleted.clear();
    one.deletedGroups.clear();
    one.paid.clear();
    one.cleared = -1;
    one.count = -1;
  }

  @Override
  public void settle() {
    // All was taken when it came.
  }

  @Override
  public void arrive(int daysAgo) {
    lake.computeIfAbsent(daysAgo, day -> new ArrayList<>()).addAll(onTheWayToTheLake);
    onTheWayToTheLake.clear();
  }

  @Override
  public void work(int daysAgo, String step) {
    if (step.equals("COMPUTE") || step.equals("ALL")) {
      Map<String, List<View>> rows = new HashMap<>();
      lake.forEach(
          (day, seen) -> {
            boolean read =
                mistake == Mistake.FILE_OF_AN_OLD_DAY_MISSED ? day == daysAgo : day >= daysAgo;
            if (read) {
              seen.forEach(
                  s -> rows.computeIfAbsent(s.user(), u -> new ArrayList<>()).add(s.view()));
            }
          });
      rows.replaceAll(
          (user, views) -> views.stream().filter(v -> !hidden(of(user), v, false)).toList());
      computed.put(daysAgo, rows);
    }
    if (step.equals("EXPORT") || step.equals("ALL")) {
      computed.getOrDefault(daysAgo, Map.of()).forEach((user, row) -> export(user, row, daysAgo));
    }
  }

  private void export(String user, List<View> row, int daysAgo) {
    One one = of(user);
    if (daysAgo <= one.rowDaysAgo || mistake == Mistake.OLD_DATE_REPLACES_ROW) {
      one.row = row;
      one.rowDaysAgo = daysAgo;
      if (mistake == Mistake.ERASED_COMES_BACK_BY_EXPORT) {
        row.forEach(view -> one.hot.merge(view.skuId(), view.viewedAt(), Math::max));
      }
    }
  }

  @Override
  public long endOf(int daysAgo) {
    return BEGIN - 24 * HOUR * daysAgo;
  }

  @Override
  public void expire(String user) {
    of(user).hot.clear();
    of(user).count = -1;
  }

  @Override
  public List<View> export(String user) {
    One one = of(user);
    Map<Long, Long> latest = new HashMap<>(one.hot);
    one.row.stream()
        .filter(view -> !hidden(one, view, false))
        .forEach(view -> latest.merge(view.skuId(), view.viewedAt(), Math::max));
    return latest.entrySet().stream()
        .map(entry -> new View(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(View::viewedAt).thenComparingLong(View::skuId).reversed())
        .toList();
  }

  @Override
  public List<View> list(String user, int pageSize) {
    One one = of(user);
    Set<Group> seen = new HashSet<>();
    List<View> shown = new ArrayList<>();
    for (View view : export(user)) {
      Group group = groupOf(view.skuId());
      if (!deletedProducts.contains(view.skuId())
          && view.viewedAt() > one.deletedGroups.getOrDefault(group, -1L)
          && shown.size() < 200
          && (seen.add(group) || mistake == Mistake.TWO_OF_A_GROUP)) {
        boolean skipped =
            mistake == Mistake.PAGE_SKIPS_EQUAL_TIMES
                && shown.size() % pageSize == 0
                && !shown.isEmpty()
                && shown.get(shown.size() - 1).viewedAt() == view.viewedAt();
        if (!skipped) {
          shown.add(view);
        }
      }
    }
    return shown;
  }

  @Override
  public List<View> notBought(String user, int pageSize) {
    Map<Long, Long> paid = of(user).paid;
    return list(user, pageSize).stream()
        .filter(
            view ->
                mistake == Mistake.PAID_HIDES_LATER_VIEWS
                    ? !paid.containsKey(view.skuId())
                    : paid.getOrDefault(view.skuId(), -1L) <= view.viewedAt())
        .toList();
  }

  @Override
  public int count(String user) {
    One one = of(user);
    if (one.count < 0 || mistake != Mistake.STALE_COUNT) {
      one.count = list(user, 200).size();
    }
    return one.count;
  }

  @Override
  public long now() {
    return clock++;
  }
}
