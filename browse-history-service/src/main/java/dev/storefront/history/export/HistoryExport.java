package dev.storefront.history.export;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.history.deletion.Deletion;
import dev.storefront.history.deletion.Deletions;
import dev.storefront.history.pause.PausedRecording;
import dev.storefront.history.purchase.PaidSku;
import dev.storefront.history.purchase.Purchases;
import dev.storefront.history.timeline.Timeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/** What this service keeps of a user in Redis, HBase and MySQL. */
@Component
class HistoryExport {

  private final Timeline timeline;
  private final Deletions deletions;
  private final PausedRecording pauses;
  private final Purchases purchases;

  HistoryExport(
      Timeline timeline, Deletions deletions, PausedRecording pauses, Purchases purchases) {
    this.timeline = timeline;
    this.deletions = deletions;
    this.pauses = pauses;
    this.purchases = purchases;
  }

  /** Takes one line after the other. */
  @FunctionalInterface
  interface Lines {
    void add(ExportedLine line) throws IOException;
  }

  /**
   * Views, the newest first, a clearing, pauses, and then some at a time, however many there are,
   * deletions and purchases by SKU.
   *
   * @throws dev.storefront.common.health.BackendUnavailableException if a store does not answer,
   *     nearly always before the first line: half an answer would look whole
   */
  @UseCase("export-history")
  void write(String user, Lines out) throws IOException {
    List<ExportedLine> lines = new ArrayList<>();
    timeline.everything(user).forEach(view -> lines.add(ExportedLine.of(view)));
    deletions.clearedSinceErasure(user).ifPresent(time -> lines.add(ExportedLine.clearing(time)));
    pauses.of(user).times().forEach(pause -> lines.add(ExportedLine.of(pause)));
    List<Deletion> deleted = deletions.of(user, 0);
    List<PaidSku> paid = purchases.of(user, 0);
    for (ExportedLine line : lines) {
      out.add(line);
    }
    while (!deleted.isEmpty()) {
      for (Deletion deletion : deleted) {
        out.add(ExportedLine.of(deletion));
      }
      deleted = deletions.of(user, deleted.get(deleted.size() - 1).skuId());
    }
    while (!paid.isEmpty()) {
      for (PaidSku one : paid) {
        out.add(ExportedLine.of(one));
      }
      paid = purchases.of(user, paid.get(paid.size() - 1).skuId());
    }
  }
}
