package dev.storefront.history.export;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.history.deletion.Deletions;
import dev.storefront.history.pause.PausedRecording;
import dev.storefront.history.timeline.Timeline;
import io.micrometer.core.annotation.Timed;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** What this service keeps of a user in Redis, HBase and MySQL: some thousand lines at most. */
@Component
class HistoryExport {

  private final Timeline timeline;
  private final Deletions deletions;
  private final PausedRecording pauses;

  HistoryExport(Timeline timeline, Deletions deletions, PausedRecording pauses) {
    this.timeline = timeline;
    this.deletions = deletions;
    this.pauses = pauses;
  }

  /**
   * Views, the newest first, then deletions, then pauses.
   *
   * @throws BackendUnavailableException if a store does not answer: half an answer would look whole
   */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "export-history"})
  List<ExportedLine> of(String user) {
    Timeline.Everything views = timeline.everything(user);
    if (!views.complete()) {
      throw new BackendUnavailableException(
          "hbase", false, new IllegalStateException("There may be more views"));
    }
    List<ExportedLine> lines = new ArrayList<>();
    views.views().forEach(view -> lines.add(ExportedLine.of(view)));
    deletions.clearedAt(user).ifPresent(time -> lines.add(ExportedLine.clearing(time)));
    deletions.of(user).forEach(deletion -> lines.add(ExportedLine.of(deletion)));
    pauses.of(user).times().forEach(pause -> lines.add(ExportedLine.of(pause)));
    return lines;
  }
}
