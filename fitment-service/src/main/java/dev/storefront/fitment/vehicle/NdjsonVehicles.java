package dev.storefront.fitment.vehicle;

import dev.storefront.fitment.lines.JsonLines;
import dev.storefront.fitment.lines.ParsedRow;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Vehicles as one JSON object a line. */
@Component
class NdjsonVehicles {

  private final JsonLines lines;

  NdjsonVehicles(JsonMapper json) {
    this.lines = new JsonLines(json);
  }

  ParsedLine parse(String line) {
    ParsedRow<JsonLine> parsed = lines.read(line, JsonLine.class);
    if (parsed instanceof ParsedRow.Invalid<JsonLine> invalid) {
      return new ParsedLine.Invalid(invalid.reason());
    }
    JsonLine vehicle = ((ParsedRow.Valid<JsonLine>) parsed).value();
    return VehicleLineRules.check(
        vehicle.vehicleId, vehicle.make, vehicle.model, vehicle.year, vehicle.trim);
  }

  private record JsonLine(
      @Nullable Long vehicleId,
      @Nullable String make,
      @Nullable String model,
      @Nullable Long year,
      @Nullable String trim) {}
}
