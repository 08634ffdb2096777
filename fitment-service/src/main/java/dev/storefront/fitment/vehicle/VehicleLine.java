package dev.storefront.fitment.vehicle;

import dev.storefront.fitment.lines.CsvLine;
import dev.storefront.fitment.lines.CsvTable;
import dev.storefront.fitment.lines.ParsedRow;
import dev.storefront.fitment.text.Storable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A vehicle that an import names.
 *
 * @param vehicleId seven digits
 * @param make 1-100 characters
 * @param model 1-100 characters
 * @param year {@value #FIRST_YEAR} to {@value #LAST_YEAR}
 * @param trim 0-100 characters
 */
record VehicleLine(int vehicleId, String make, String model, int year, String trim) {

  static final CsvTable TABLE = new CsvTable("vehicleId,make,model,year,trim");

  static final int FIRST_YEAR = 1886;
  static final int LAST_YEAR = 2100;
  private static final int LONGEST_NAME = 100;

  /** A line as it is written, with the names of its members in JSON. */
  record Said(
      @Nullable Long vehicleId,
      @Nullable String make,
      @Nullable String model,
      @Nullable Long year,
      @Nullable String trim) {}

  /** The vehicle that a row of {@link #TABLE} is. */
  static ParsedRow<VehicleLine> row(List<String> values) {
    return check(
        new Said(
            CsvLine.wholeNumber(values.get(0)),
            values.get(1),
            values.get(2),
            CsvLine.wholeNumber(values.get(3)),
            values.get(4)));
  }

  /** The vehicle that a line is, or all that is wrong with it. */
  static ParsedRow<VehicleLine> check(Said line) {
    List<String> reasons = new ArrayList<>();
    int id = number("vehicleId", line.vehicleId, VehicleIds.FIRST, VehicleIds.LAST, reasons);
    String make = name("make", line.make, 1, reasons);
    String model = name("model", line.model, 1, reasons);
    int year = number("year", line.year, FIRST_YEAR, LAST_YEAR, reasons);
    String trim = name("trim", line.trim, 0, reasons);
    return reasons.isEmpty()
        ? new ParsedRow.Valid<>(new VehicleLine(id, make, model, year, trim))
        : new ParsedRow.Invalid<>(String.join("; ", reasons));
  }

  private static int number(
      String field, @Nullable Long value, int min, int max, List<String> reasons) {
    if (value == null || value < min || value > max) {
      String got = value == null ? "" : ", got " + value;
      reasons.add("%s must be %d to %d%s".formatted(field, min, max, got));
      return 0;
    }
    return value.intValue();
  }

  private static String name(String field, @Nullable String value, int min, List<String> reasons) {
    String text = value == null ? "" : value.strip();
    if (text.length() < min || text.length() > LONGEST_NAME) {
      reasons.add("%s must have %d to %d characters".formatted(field, min, LONGEST_NAME));
    }
    if (!Storable.Validator.holds(text)) {
      reasons.add(field + " " + Storable.FAULT);
    }
    return text;
  }
}
