package dev.storefront.fitment.imports;

import dev.storefront.common.web.Cursor;
import io.micrometer.core.annotation.Timed;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** Takes files in, to be worked through later, and tells how far they are. */
@Component
class FitmentImports {

  private static final String LIST = "fitment-imports";

  private final Spool spool;
  private final ImportTable table;
  private final ImportWorker worker;
  private final ImportProperties properties;

  FitmentImports(Spool spool, ImportTable table, ImportWorker worker, ImportProperties properties) {
    this.spool = spool;
    this.table = table;
    this.worker = worker;
    this.properties = properties;
  }

  /**
   * Takes the whole file in, so that neither a crash nor a restart loses it; its turn comes later.
   */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "take-import"})
  TakeOutcome take(InputStream file, ImportFormat format, boolean dryRun) throws IOException {
    if (table.open() >= properties.mostWaiting()) {
      return new TakeOutcome.TooBusy();
    }
    String id = UUID.randomUUID().toString().replace("-", "");
    long bytes = spool.take(id, file);
    if (bytes < 0) {
      return new TakeOutcome.TooLong();
    }
    try {
      table.create(id, format, dryRun, bytes);
    } catch (DataAccessException e) {
      spool.delete(id);
      throw e;
    }
    worker.wake();
    return new TakeOutcome.Taken(id);
  }

  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "find-import"})
  Optional<ImportView> find(String id) {
    return table.find(id).map(found -> ImportView.of(found, table.rejected(id)));
  }

  /** The newest first. */
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "list-imports"})
  ImportPage page(@Nullable String cursor, int limit) {
    Position after = cursor == null ? Position.NEWEST : Position.of(Cursor.decode(LIST, cursor));
    List<FitmentImport> oneMore = table.list(after.createdAt(), after.id(), limit + 1);
    List<FitmentImport> items = oneMore.subList(0, Math.min(limit, oneMore.size()));
    String next =
        oneMore.size() <= limit
            ? null
            : Cursor.encode(LIST, Position.of(items.get(limit - 1)).toString());
    return new ImportPage(items.stream().map(ImportSummary::of).toList(), next);
  }

  /** Where in the list of imports a page begins. */
  private record Position(Instant createdAt, String id) {

    static final Position NEWEST = new Position(Instant.ofEpochMilli(Long.MAX_VALUE), "");

    static Position of(FitmentImport last) {
      return new Position(last.createdAt(), last.id());
    }

    static Position of(String text) {
      int colon = text.indexOf(':');
      try {
        return new Position(
            Instant.ofEpochMilli(Long.parseLong(text.substring(0, Math.max(0, colon)))),
            text.substring(colon + 1));
      } catch (NumberFormatException e) {
        throw Cursor.invalid();
      }
    }

    @Override
    public String toString() {
      return createdAt.toEpochMilli() + ":" + id;
    }
  }
}
