package dev.storefront.fitment.lines;

import dev.storefront.common.lines.Line;
import dev.storefront.common.lines.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A table as comma-separated values, of any size.
 *
 * @param header the names of its columns, which its first line must be
 */
public record CsvTable(String header) {

  private static final int LONGEST_LINE = 4_096;
  private static final int BATCH = 1_000;

  /**
   * Reads a table and saves its rows, some at a time.
   *
   * @param row reads the values of a row, as many as there are columns
   * @param save takes some rows
   * @return empty if the first line is another header; then nothing was read
   */
  public <T> Optional<LoadReport> load(
      InputStream in, Function<List<String>, ParsedRow<T>> row, Consumer<List<T>> save)
      throws IOException {
    LineReader lines = new LineReader(in, LONGEST_LINE);
    Line first = lines.next();
    if (first == null || CsvLine.parse(first.text()).filter(l -> l.isHeader(header)).isEmpty()) {
      return Optional.empty();
    }
    Rejections rejections = new Rejections();
    long imported = 0;
    List<T> batch = new ArrayList<>(BATCH);
    for (Line line = lines.next(); line != null; line = lines.next()) {
      if (line.isBlank()) {
        continue;
      }
      ParsedRow<T> parsed = parse(line, row);
      if (parsed instanceof ParsedRow.Valid<T> valid) {
        imported++;
        batch.add(valid.value());
      } else if (parsed instanceof ParsedRow.Invalid<T> invalid) {
        rejections.add(line, invalid.reason());
      }
      if (batch.size() == BATCH) {
        save.accept(batch);
        batch.clear();
      }
    }
    save.accept(batch);
    return Optional.of(new LoadReport(imported, rejections.count(), rejections.first()));
  }

  private <T> ParsedRow<T> parse(Line line, Function<List<String>, ParsedRow<T>> row) {
    if (!line.fault().isEmpty()) {
      return new ParsedRow.Invalid<>(line.fault());
    }
    return CsvLine.parse(line.text())
        .map(parsed -> parse(parsed.values(), row))
        .orElseGet(
            () -> new ParsedRow.Invalid<>("a quote is not closed, or stands within a value"));
  }

  private <T> ParsedRow<T> parse(List<String> values, Function<List<String>, ParsedRow<T>> row) {
    int columns = header.split(",", -1).length;
    return values.size() == columns
        ? row.apply(values)
        : new ParsedRow.Invalid<>("must have %d columns, got %d".formatted(columns, values.size()));
  }
}
