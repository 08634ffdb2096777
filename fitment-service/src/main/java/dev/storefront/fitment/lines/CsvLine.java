package dev.storefront.fitment.lines;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A line of comma-separated values (RFC 4180, a record never spans lines).
 *
 * @param values without the quotes around them
 */
public record CsvLine(List<String> values) {

  private static final int NOT_CLOSED = -1;
  private static final Pattern WHOLE_NUMBER = Pattern.compile("0|-?[1-9][0-9]*");

  /** The line's values, empty if its quotes make no sense. */
  public static Optional<CsvLine> parse(String line) {
    List<String> values = new ArrayList<>();
    int at = 0;
    while (true) {
      boolean quoted = at < line.length() && line.charAt(at) == '"';
      int end = quoted ? afterClosingQuote(line, at + 1) : commaFrom(line, at);
      if (end == NOT_CLOSED || (end < line.length() && line.charAt(end) != ',')) {
        return Optional.empty();
      }
      values.add(
          quoted ? line.substring(at + 1, end - 1).replace("\"\"", "\"") : line.substring(at, end));
      if (end == line.length()) {
        return Optional.of(new CsvLine(values));
      }
      at = end + 1;
    }
  }

  /** True if these are the names of the columns. */
  public boolean isHeader(String header) {
    return String.join(",", values.stream().map(String::strip).toList()).equals(header);
  }

  /**
   * The whole number that a value is, written as JSON has it: in ASCII digits, without a plus sign
   * or zeros before it.
   *
   * @return null if it is none, or none that a long holds
   */
  public static @Nullable Long wholeNumber(String value) {
    String text = value.strip();
    try {
      return WHOLE_NUMBER.matcher(text).matches() ? Long.valueOf(text) : null;
    } catch (NumberFormatException tooLong) {
      return null;
    }
  }

  private static int commaFrom(String line, int at) {
    int comma = line.indexOf(',', at);
    return comma < 0 ? line.length() : comma;
  }

  private static int afterClosingQuote(String line, int at) {
    int quote = line.indexOf('"', at);
    while (quote >= 0 && quote + 1 < line.length() && line.charAt(quote + 1) == '"') {
      quote = line.indexOf('"', quote + 2);
    }
    return quote < 0 ? NOT_CLOSED : quote + 1;
  }
}
