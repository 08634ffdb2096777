package dev.storefront.fitment.garage;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.fitment.vehicle.Vehicle;
import dev.storefront.fitment.vehicle.VehicleIds;
import dev.storefront.fitment.vehicle.VehiclePage;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/garage")
@RequiresScope(Scope.USER)
@Tag(name = "garage")
class GarageController {

  private final Garage garage;

  GarageController(Garage garage) {
    this.garage = garage;
  }

  @Operation(summary = "The user's own cars, in the order in which they were added")
  @GetMapping("/vehicles")
  VehiclePage vehicles(
      Caller caller,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return garage.page(caller.subject(), cursor, limit);
  }

  @Operation(summary = "One of the user's own cars")
  @Answers("404 unknown-vehicle")
  @GetMapping("/vehicles/{vehicleId}")
  Vehicle vehicle(
      Caller caller, @PathVariable @Min(VehicleIds.FIRST) @Max(VehicleIds.LAST) int vehicleId) {
    return garage
        .find(caller.subject(), vehicleId)
        .orElseThrow(() -> unknownVehicle("There is no vehicle " + vehicleId + " in the garage."));
  }

  @Operation(summary = "Adds a car to the user's own; a repeat changes nothing")
  @Answers({"404 unknown-vehicle", "409 garage-full"})
  @PutMapping("/vehicles/{vehicleId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void park(
      Caller caller, @PathVariable @Min(VehicleIds.FIRST) @Max(VehicleIds.LAST) int vehicleId) {
    switch (garage.park(caller.subject(), vehicleId)) {
      case PARKED -> {}
      case UNKNOWN_VEHICLE -> throw unknownVehicle("There is no vehicle " + vehicleId + ".");
      case GARAGE_FULL ->
          throw Problem.of(
                  HttpStatus.CONFLICT,
                  "garage-full",
                  "A garage has " + Garage.PLACES + " places, and all are taken.")
              .toException();
    }
  }

  private static ProblemException unknownVehicle(String detail) {
    return Problem.of(HttpStatus.NOT_FOUND, "unknown-vehicle", detail).toException();
  }

  @Operation(summary = "Removes a car from the user's own; a repeat changes nothing")
  @DeleteMapping("/vehicles/{vehicleId}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void remove(
      Caller caller, @PathVariable @Min(VehicleIds.FIRST) @Max(VehicleIds.LAST) int vehicleId) {
    garage.remove(caller.subject(), vehicleId);
  }
}
