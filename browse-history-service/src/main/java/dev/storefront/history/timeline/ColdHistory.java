package dev.storefront.history.timeline;

import dev.storefront.common.switches.Switch;
import dev.storefront.common.switches.Switches;
import dev.storefront.history.archive.Archive;
import dev.storefront.history.core.ColdCopy;
import dev.storefront.history.core.ColdRow;
import dev.storefront.history.core.Export;
import dev.storefront.history.core.View;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The views of cold storage. HBase is asked about a user once for each export at most, by each
 * instance that is asked meanwhile; after that Redis has the answer, also that there is nothing.
 */
@Component
class ColdHistory {

  private static final Answer NOTHING = new Answer(List.of(), false);

  private final Archive archive;
  private final RecentRows rows;
  private final HotHistory hot;
  private final Switch<Boolean> enabled;

  ColdHistory(Archive archive, RecentRows rows, HotHistory hot, Switches switches) {
    this.archive = archive;
    this.rows = rows;
    this.hot = hot;
    this.enabled = switches.defineBoolean("offline-query-enabled", true);
  }

  /**
   * The user's cold views. Some may be hot too: a view that came late is in Redis long before an
   * export has it, however old it is, so views are not told apart by their times.
   */
  Answer read(String user, KeptHistory kept) {
    Optional<Export> export = archive.latestExport();
    Export latest = export.orElse(Export.NONE);
    ColdCopy copy = kept.cold();
    if (!enabled.get() || isClearedSince(latest, kept)) {
      return NOTHING;
    }
    if (copy != null && copy.number() >= latest.number()) {
      return new Answer(copy.views(), export.isEmpty());
    }
    Optional<ColdRow> row = rows.read(user, latest.number());
    if (row.isEmpty()) {
      return new Answer(views(copy), true);
    }
    // A row is later than the watermark while the next export is under way, and earlier if it did
    // not change: then the watermark says that it is complete all the same.
    long boundary = Math.max(row.get().asOf(), latest.watermark());
    List<View> views = hot.keepCold(user, latest.number(), boundary, row.get().views());
    return new Answer(views, export.isEmpty());
  }

  /** False if somebody switched cold views off: then there may be some. */
  boolean isAsked() {
    return enabled.get();
  }

  /** True if all cold views are older than this one: what is later than the watermark is hot. */
  boolean isBehind(View view) {
    return view.viewedAt() > archive.latestExport().orElse(Export.NONE).watermark();
  }

  /** True if whatever shows came after the export: then Redis has all of it. */
  private static boolean isClearedSince(Export latest, KeptHistory kept) {
    return latest.number() > 0 && kept.clearedAt() >= latest.watermark();
  }

  private static List<View> views(@Nullable ColdCopy copy) {
    return copy == null ? List.of() : copy.views();
  }

  /**
   * What is known of a user's cold views.
   *
   * @param degraded true if there may be more
   */
  record Answer(List<View> views, boolean degraded) {}
}
