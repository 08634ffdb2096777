package dev.storefront.fitment.lines;

import dev.storefront.common.lines.Line;
import dev.storefront.common.lines.LineReader;
import dev.storefront.common.web.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A table as comma-separated values, of any size.
 *
 * @param header the names of its columns, which its first line must be
 * @param further a last column that may be left out; then its values are empty. Empty if there is
 *     none
 */
public record CsvTable(String header, String further) {

  /** A table whose columns are all there always. */
  public CsvTable(String header) {
    this(header, "");
  }

  /**
   * Reads a table and saves its rows, some at a time.
   *
   * @param row reads the values of a row, as many as there are columns
   * @param save takes some rows
   * @throws dev.storefront.common.web.ProblemException 400 {@code invalid-request} if the first
   *     line is another header; then nothing was saved
   */
  public <T> LoadReport load(
      InputStream in, Function<List<String>, ParsedRow<T>> row, Consumer<List<T>> save)
      throws IOException {
    LineReader lines = new LineReader(in, LoadReport.LONGEST_LINE);
    Line first = lines.next();
    String names = first == null ? "" : names(first);
    if (names.isEmpty()) {
      String more = further.isEmpty() ? "" : ", and may end with ," + further;
      throw Problem.invalid("header", "must be " + header + more).toException();
    }
    return LoadReport.of(lines, line -> parse(line, names, row), save);
  }

  /** The header that a line is, empty if it is none. */
  private String names(Line first) {
    String all = further.isEmpty() ? header : header + "," + further;
    return CsvLine.parse(first.text())
        .map(line -> line.isHeader(header) ? header : line.isHeader(all) ? all : "")
        .orElse("");
  }

  private <T> ParsedRow<T> parse(
      String line, String names, Function<List<String>, ParsedRow<T>> row) {
    return CsvLine.parse(line)
        .map(parsed -> parse(parsed.values(), names, row))
        .orElseGet(
            () -> new ParsedRow.Invalid<>("a quote is not closed, or stands within a value"));
  }

  private <T> ParsedRow<T> parse(
      List<String> given, String names, Function<List<String>, ParsedRow<T>> row) {
    int columns = names.split(",", -1).length;
    List<String> values = new ArrayList<>(given);
    if (!further.isEmpty() && names.equals(header)) {
      values.add("");
    }
    return given.size() == columns
        ? row.apply(values)
        : new ParsedRow.Invalid<>("must have %d columns, got %d".formatted(columns, given.size()));
  }
}
