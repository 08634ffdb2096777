package dev.storefront.fitment.vehicle;

import dev.storefront.fitment.text.Storable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a line must say, however it is written. */
final class VehicleLineRules {

  static final int FIRST_YEAR = 1886;
  static final int LAST_YEAR = 2100;
  private static final int LONGEST_NAME = 100;

  private VehicleLineRules() {}

  static ParsedLine check(
      @Nullable Long vehicleId,
      @Nullable String make,
      @Nullable String model,
      @Nullable Long year,
      @Nullable String trim) {
    List<String> reasons = new ArrayList<>();
    long id = number("vehicleId", vehicleId, VehicleIds.FIRST, VehicleIds.LAST, reasons);
    String checkedMake = name("make", make, 1, reasons);
    String checkedModel = name("model", model, 1, reasons);
    long checkedYear = number("year", year, FIRST_YEAR, LAST_YEAR, reasons);
    String checkedTrim = name("trim", trim, 0, reasons);
    return reasons.isEmpty()
        ? new ParsedLine.VehicleLine(
            (int) id, checkedMake, checkedModel, (int) checkedYear, checkedTrim)
        : new ParsedLine.Invalid(String.join("; ", reasons));
  }

  private static long number(
      String field, @Nullable Long value, long min, long max, List<String> reasons) {
    if (value == null || value < min || value > max) {
      String got = value == null ? "" : ", got " + value;
      reasons.add("%s must be %d to %d%s".formatted(field, min, max, got));
      return 0;
    }
    return value;
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
