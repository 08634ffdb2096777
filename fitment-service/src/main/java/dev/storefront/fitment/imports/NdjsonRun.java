package dev.storefront.fitment.imports;

import dev.storefront.common.lines.Line;
import dev.storefront.common.lines.LineReader;
import dev.storefront.common.run.ActiveRun;
import dev.storefront.common.spool.Spool;
import dev.storefront.fitment.lines.ParsedRow;
import dev.storefront.fitment.note.NewNote;
import dev.storefront.fitment.note.SkuNotes;
import dev.storefront.fitment.sku.FitmentWriter;
import dev.storefront.fitment.sku.NewFitment;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Each line replaces its SKU's fitment; some lines at a time. */
@Component
class NdjsonRun {

  /** Half a million vehicle ids and what stands around them. */
  private static final int LONGEST_LINE = 8 * 1024 * 1024;

  private static final int MOST_SKUS = 50;

  private final Spool spool;
  private final FitmentWriter writer;
  private final FitmentLines parser;
  private final SkuNotes notes;

  NdjsonRun(Spool spool, FitmentWriter writer, FitmentLines parser, SkuNotes notes) {
    this.spool = spool;
    this.writer = writer;
    this.parser = parser;
    this.notes = notes;
  }

  /** Works a file through from where its import is. */
  void run(ActiveRun<ImportRequest, Progress> run) throws IOException, InterruptedException {
    Progress progress = run.progress();
    long bytesBefore = progress.bytes();
    try (InputStream in = spool.open(run.request().file(), bytesBefore)) {
      LineReader lines = new LineReader(in, LONGEST_LINE, progress.lines());
      Batch<NewFitment> batch = begin(progress, run);
      for (Line line = lines.next(); line != null; line = lines.next()) {
        ParsedRow<NewFitment> parsed = parse(line, run);
        if (batch.isFull() || repeats(parsed, batch)) {
          progress = write(batch, progress, run);
          batch = begin(progress, run);
        }
        put(line, parsed, batch);
        progress =
            batch
                .after(line.number(), bytesBefore + lines.bytesRead())
                .plus(batch.items().size(), batch.pairs());
      }
      if (!batch.isEmpty()) {
        write(batch, progress, run);
      }
    }
  }

  private Batch<NewFitment> begin(Progress progress, ActiveRun<ImportRequest, Progress> run)
      throws InterruptedException {
    run.patiently(parser::forgetDeletedVehicles);
    return new Batch<>(progress, MOST_SKUS);
  }

  private ParsedRow<NewFitment> parse(Line line, ActiveRun<ImportRequest, Progress> run)
      throws InterruptedException {
    if (!line.fault().isEmpty()) {
      return new ParsedRow.Invalid<>(line.fault());
    }
    if (line.isBlank()) {
      return new ParsedRow.Invalid<>("");
    }
    return run.ask(() -> parser.parse(line.text()));
  }

  /** No SKU stands in a batch twice. */
  private static boolean repeats(ParsedRow<NewFitment> parsed, Batch<NewFitment> batch) {
    return parsed instanceof ParsedRow.Valid<NewFitment> valid
        && batch.items().stream().anyMatch(other -> other.skuId() == valid.value().skuId());
  }

  private static void put(Line line, ParsedRow<NewFitment> parsed, Batch<NewFitment> batch) {
    if (line.isBlank()) {
      batch.skip();
    } else if (parsed instanceof ParsedRow.Valid<NewFitment> valid) {
      batch.add(valid.value(), valid.value().vehicles().size());
    } else if (parsed instanceof ParsedRow.Invalid<NewFitment> invalid) {
      batch.reject(line.number(), invalid.reason());
    }
  }

  private Progress write(
      Batch<NewFitment> batch, Progress after, ActiveRun<ImportRequest, Progress> run)
      throws InterruptedException {
    List<NewFitment> fitments = run.request().dryRun() ? List.of() : batch.items();
    run.reach(
        after,
        batch.rejected(),
        save ->
            writer.replaceAll(
                fitments,
                () -> {
                  notes.replace(withoutNotes(fitments));
                  save.run();
                }));
    return after;
  }

  /** As with a PUT, what is not said of a SKU is no longer so. */
  private static Map<Long, List<NewNote>> withoutNotes(List<NewFitment> fitments) {
    return fitments.stream().collect(Collectors.toMap(NewFitment::skuId, fitment -> List.of()));
  }
}
