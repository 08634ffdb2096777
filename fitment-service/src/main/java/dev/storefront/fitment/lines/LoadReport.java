package dev.storefront.fitment.lines;

import dev.storefront.common.lines.Line;
import dev.storefront.common.lines.LineReader;
import dev.storefront.common.lines.RejectedLine;
import io.swagger.v3.oas.annotations.media.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What became of a table's rows.
 *
 * @param imported rows that were taken
 * @param rejectedCount rows that were not
 * @param rejected the first 1,000 of those
 */
public record LoadReport(
    @Schema(example = "2") long imported,
    @Schema(example = "1") long rejectedCount,
    List<RejectedLine> rejected) {

  static final int LONGEST_LINE = 4_096;

  private static final int LISTED = 1_000;
  private static final int BATCH = 1_000;

  /**
   * Reads lines to their end and saves what they say, some at a time.
   *
   * @param row reads a line that is not blank
   * @param save takes some rows
   */
  static <T> LoadReport of(
      LineReader lines, Function<String, ParsedRow<T>> row, Consumer<List<T>> save)
      throws IOException {
    long imported = 0;
    long rejectedCount = 0;
    List<RejectedLine> rejected = new ArrayList<>();
    List<T> batch = new ArrayList<>(BATCH);
    for (Line line = lines.next(); line != null; line = lines.next()) {
      if (line.isBlank()) {
        continue;
      }
      ParsedRow<T> parsed =
          line.fault().isEmpty() ? row.apply(line.text()) : new ParsedRow.Invalid<>(line.fault());
      if (parsed instanceof ParsedRow.Valid<T> valid) {
        imported++;
        batch.add(valid.value());
      } else if (parsed instanceof ParsedRow.Invalid<T> invalid && rejectedCount++ < LISTED) {
        rejected.add(new RejectedLine(line.number(), invalid.reason()));
      }
      if (batch.size() == BATCH) {
        save.accept(batch);
        batch.clear();
      }
    }
    save.accept(batch);
    return new LoadReport(imported, rejectedCount, rejected);
  }
}
