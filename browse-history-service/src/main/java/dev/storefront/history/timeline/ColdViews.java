package dev.storefront.history.timeline;

import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.history.HistoryRules;
import dev.storefront.history.View;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.archive.ArchivedHistory;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The views of cold storage, for users of whom Redis has too little. */
@Component
class ColdViews {

  private final Archive archive;
  private final HotHistory hot;
  private final Clock clock;
  private final Switch<Boolean> enabled;

  ColdViews(Archive archive, HotHistory hot, Switches switches, Clock clock) {
    this.archive = archive;
    this.hot = hot;
    this.clock = clock;
    this.enabled = switches.defineBoolean("offline-query-enabled", true);
  }

  /** False if it is known without asking that there is nothing to add. */
  boolean mayAddTo(HotViews views) {
    return enabled.get() && !views.complete();
  }

  /**
   * The hot views with the cold ones, newest first, each SKU once; the hot ones alone while cold
   * storage is away.
   */
  List<View> mergedWith(List<View> hotViews, String user) {
    Optional<ArchivedHistory> archived = archive.read(user);
    return archived.isEmpty()
        ? hotViews
        : merge(hotViews, hot.admitCold(user, young(archived.get().views())));
  }

  /** HBase forgets a row by the time of its write, so the age of each view is checked here. */
  private List<View> young(List<View> views) {
    long oldest = clock.instant().minus(HistoryRules.LONGEST_AGE).toEpochMilli();
    return views.stream()
        .filter(view -> view.viewedAt() >= oldest)
        .limit(HistoryRules.MOST_HOT_VIEWS)
        .toList();
  }

  private static List<View> merge(List<View> some, List<View> others) {
    Map<Long, Long> latest = new HashMap<>();
    some.forEach(view -> latest.merge(view.skuId(), view.viewedAt(), Math::max));
    others.forEach(view -> latest.merge(view.skuId(), view.viewedAt(), Math::max));
    List<View> merged = new ArrayList<>(latest.size());
    latest.forEach((skuId, viewedAt) -> merged.add(new View(skuId, viewedAt)));
    merged.sort(View.NEWEST_FIRST);
    return merged;
  }
}
