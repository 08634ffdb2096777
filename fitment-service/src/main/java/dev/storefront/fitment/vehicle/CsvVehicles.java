package dev.storefront.fitment.vehicle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Vehicles as comma-separated values (RFC 4180, a record never spans lines). */
final class CsvVehicles {

  static final String HEADER = "vehicleId,make,model,year,trim";
  private static final int COLUMNS = 5;

  private CsvVehicles() {}

  static boolean isHeader(String line) {
    List<String> names = split(line);
    return names != null
        && String.join(",", names.stream().map(String::strip).toList()).equals(HEADER);
  }

  static ParsedLine parse(String line) {
    List<String> values = split(line);
    if (values == null) {
      return new ParsedLine.Invalid("a quote is not closed, or stands within a value");
    }
    if (values.size() != COLUMNS) {
      return new ParsedLine.Invalid(
          "must have %d columns, got %d".formatted(COLUMNS, values.size()));
    }
    return VehicleLineRules.check(
        number(values.get(0)), values.get(1), values.get(2), number(values.get(3)), values.get(4));
  }

  private static @Nullable Long number(String text) {
    try {
      return Long.valueOf(text.strip());
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The line's values, null if its quotes make no sense. */
  private static @Nullable List<String> split(String line) {
    List<String> values = new ArrayList<>(COLUMNS);
    int at = 0;
    while (true) {
      boolean quoted = at < line.length() && line.charAt(at) == '"';
      int end = quoted ? closingQuote(line, at + 1) + 1 : commaFrom(line, at);
      if (end == 0 || (end < line.length() && line.charAt(end) != ',')) {
        return null;
      }
      values.add(
          quoted ? line.substring(at + 1, end - 1).replace("\"\"", "\"") : line.substring(at, end));
      if (end == line.length()) {
        return values;
      }
      at = end + 1;
    }
  }

  private static int commaFrom(String line, int at) {
    int comma = line.indexOf(',', at);
    return comma < 0 ? line.length() : comma;
  }

  private static int closingQuote(String line, int at) {
    int quote = line.indexOf('"', at);
    while (quote >= 0 && quote + 1 < line.length() && line.charAt(quote + 1) == '"') {
      quote = line.indexOf('"', quote + 2);
    }
    return quote;
  }
}
