package dev.storefront.fitment.vehicle;

import dev.storefront.fitment.lines.CsvLine;
import java.util.List;

/** Vehicles as comma-separated values. */
final class CsvVehicles {

  static final String HEADER = "vehicleId,make,model,year,trim";
  private static final int COLUMNS = 5;

  private CsvVehicles() {}

  static boolean isHeader(String line) {
    return CsvLine.parse(line).filter(names -> names.isHeader(HEADER)).isPresent();
  }

  static ParsedLine parse(String line) {
    return CsvLine.parse(line)
        .map(parsed -> check(parsed.values()))
        .orElseGet(() -> new ParsedLine.Invalid("a quote is not closed, or stands within a value"));
  }

  private static ParsedLine check(List<String> values) {
    if (values.size() != COLUMNS) {
      return new ParsedLine.Invalid(
          "must have %d columns, got %d".formatted(COLUMNS, values.size()));
    }
    return VehicleLineRules.check(
        CsvLine.wholeNumber(values.get(0)),
        values.get(1),
        values.get(2),
        CsvLine.wholeNumber(values.get(3)),
        values.get(4));
  }
}
