package dev.storefront.fitment.vehicle;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.PublicEndpoint;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.fitment.lines.ImportMapping;
import dev.storefront.fitment.read.PublicReads;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/vehicles")
@Tag(name = "vehicles")
class VehicleController {

  private static final String ONE = "/{vehicleId" + ImportMapping.ANYTHING_ELSE + "}";
  private static final String CSV = "text/csv";
  private static final String NDJSON = MediaType.APPLICATION_NDJSON_VALUE;

  private final Vehicles vehicles;
  private final VehicleImport vehicleImport;
  private final VehicleDeletion deletion;
  private final PublicReads reads;

  VehicleController(
      Vehicles vehicles, VehicleImport vehicleImport, VehicleDeletion deletion, PublicReads reads) {
    this.vehicles = vehicles;
    this.vehicleImport = vehicleImport;
    this.deletion = deletion;
    this.reads = reads;
  }

  @Operation(
      summary = "Imports vehicles",
      description =
          "New ones get the next offsets, sorted by make, model and year; known ones keep theirs"
              + " and get the attributes given. Streamed, any size. A line that cannot be taken"
              + " is rejected with its reason and spoils no other; a repeat of the same import"
              + " is harmless.")
  @RequestBody(
      content = {
        @Content(
            mediaType = CSV,
            examples =
                @ExampleObject(
                    "vehicleId,make,model,year,trim\n1000001,Volkswagen,Golf,2021,1.5 TSI Life\n")),
        @Content(
            mediaType = NDJSON,
            examples =
                @ExampleObject(
                    "{\"vehicleId\":1000001,\"make\":\"Volkswagen\",\"model\":\"Golf\",\"year\":2021,\"trim\":\"1.5"
                        + " TSI Life\"}\n"))
      })
  @ImportMapping(consumes = {CSV, NDJSON})
  @RequiresScope(Scope.OPERATOR)
  ImportReport importVehicles(HttpServletRequest request) throws IOException {
    boolean csv = MediaType.parseMediaType(request.getContentType()).getSubtype().equals("csv");
    return vehicleImport.run(request.getInputStream(), csv);
  }

  @Operation(summary = "One vehicle")
  @Answers("404 unknown-vehicle")
  @GetMapping(ONE)
  @PublicEndpoint
  Vehicle vehicle(@PathVariable @Min(VehicleIds.FIRST) @Max(VehicleIds.LAST) int vehicleId) {
    return reads.read(() -> vehicles.find(vehicleId)).orElseThrow(() -> unknownVehicle(vehicleId));
  }

  @Operation(
      summary = "Deletes a vehicle",
      description =
          "It is unknown from then on and no longer among those that a SKU fits; other instances"
              + " follow within about a second. Its offset stays empty for ever: imported again,"
              + " it gets a new one.")
  @Answers("404 unknown-vehicle")
  @DeleteMapping(ONE)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @RequiresScope(Scope.OPERATOR)
  void delete(@PathVariable @Min(VehicleIds.FIRST) @Max(VehicleIds.LAST) int vehicleId) {
    if (!deletion.delete(vehicleId)) {
      throw unknownVehicle(vehicleId);
    }
  }

  private static ProblemException unknownVehicle(int vehicleId) {
    return Problem.of(
            HttpStatus.NOT_FOUND, "unknown-vehicle", "There is no vehicle " + vehicleId + ".")
        .toException();
  }

  @Operation(summary = "Vehicles by make, model and year, in the order of their offsets")
  @GetMapping
  @PublicEndpoint
  VehiclePage vehicles(
      @RequestParam(required = false) @Size(max = 100) @Nullable String make,
      @RequestParam(required = false) @Size(max = 100) @Nullable String model,
      @RequestParam(required = false) @Nullable Integer year,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    VehicleFilter filter = new VehicleFilter(make, model, year);
    return reads.read(() -> vehicles.list(filter, cursor, limit));
  }
}
