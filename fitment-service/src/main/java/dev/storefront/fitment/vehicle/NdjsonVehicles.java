package dev.storefront.fitment.vehicle;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Vehicles as one JSON object a line. */
@Component
class NdjsonVehicles {

  private final JsonMapper json;

  NdjsonVehicles(JsonMapper json) {
    this.json = json;
  }

  ParsedLine parse(String line) {
    try {
      JsonLine vehicle = json.readValue(line, JsonLine.class);
      if (vehicle == null) {
        return new ParsedLine.Invalid("must be a JSON object");
      }
      return VehicleLineRules.check(
          vehicle.vehicleId, vehicle.make, vehicle.model, vehicle.year, vehicle.trim);
    } catch (JacksonException e) {
      return new ParsedLine.Invalid("is no JSON object of a vehicle, or a value has a wrong type");
    }
  }

  private record JsonLine(
      @Nullable Long vehicleId,
      @Nullable String make,
      @Nullable String model,
      @Nullable Long year,
      @Nullable String trim) {}
}
