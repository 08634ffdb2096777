package dev.storefront.fitment.basevehicle;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.fitment.basevehicle.BaseVehicles.Membership;
import dev.storefront.fitment.lines.CsvLine;
import dev.storefront.fitment.lines.CsvTable;
import dev.storefront.fitment.lines.ImportMapping;
import dev.storefront.fitment.lines.LoadReport;
import dev.storefront.fitment.lines.ParsedRow;
import dev.storefront.fitment.vehicle.OffsetLookup;
import dev.storefront.fitment.vehicle.VehicleIds;
import dev.storefront.fitment.vehicle.VehicleOffsets;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Positive;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/base-vehicles")
@RequiresScope(Scope.OPERATOR)
@Tag(name = "base vehicles")
class BaseVehicleController {

  private static final String ONE = "/{baseVehicleId" + ImportMapping.ANYTHING_ELSE + "}";

  private final BaseVehicles baseVehicles;
  private final VehicleOffsets offsets;

  BaseVehicleController(BaseVehicles baseVehicles, VehicleOffsets offsets) {
    this.baseVehicles = baseVehicles;
    this.offsets = offsets;
  }

  @Operation(summary = "Says which vehicles a base vehicle of the industry's table is")
  @Answers("400 invalid-request, unknown-vehicle")
  @PutMapping(ONE)
  BaseVehicleBody put(
      @PathVariable @Positive int baseVehicleId, @Valid @RequestBody BaseVehicleBody request) {
    offsets.forgetDeleted();
    int[] ids = request.vehicleIds();
    int[] found = offsets.of(ids).orRefuse();
    baseVehicles.replace(
        baseVehicleId,
        IntStream.range(0, ids.length)
            .mapToObj(i -> new Membership(baseVehicleId, ids[i], found[i]))
            .toList());
    return request;
  }

  @Operation(summary = "The vehicles that a base vehicle is")
  @Answers("404 unknown-base-vehicle")
  @GetMapping(ONE)
  BaseVehicleBody get(@PathVariable @Positive int baseVehicleId) {
    int[] ids =
        baseVehicles.members(baseVehicleId).stream().mapToInt(Membership::vehicleId).toArray();
    if (ids.length == 0) {
      throw Problem.of(
              HttpStatus.NOT_FOUND,
              "unknown-base-vehicle",
              "There are no vehicles for base vehicle " + baseVehicleId + ".")
          .toException();
    }
    return new BaseVehicleBody(ids);
  }

  @Operation(summary = "Forgets a base vehicle; a repeat changes nothing")
  @DeleteMapping(ONE)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable @Positive int baseVehicleId) {
    baseVehicles.delete(baseVehicleId);
  }

  @Operation(
      summary = "Says of many base vehicles which vehicles they are",
      description =
          "Each line adds a vehicle to a base vehicle. Streamed, any size. A line that cannot be"
              + " taken is rejected with its reason and spoils no other; a repeat is harmless.")
  @io.swagger.v3.oas.annotations.parameters.RequestBody(
      content =
          @Content(
              mediaType = "text/csv",
              examples = @ExampleObject("baseVehicleId,vehicleId\n5911,1000001\n")))
  @ImportMapping(consumes = "text/csv")
  LoadReport load(HttpServletRequest request) throws IOException {
    offsets.forgetDeleted();
    return new CsvTable("baseVehicleId,vehicleId")
        .load(request.getInputStream(), this::membership, this::add);
  }

  private void add(List<Membership> some) {
    baseVehicles.add(some);
    offsets.forgetDeleted();
  }

  private ParsedRow<Membership> membership(List<String> values) {
    int baseVehicleId = number(values.get(0));
    int vehicleId = number(values.get(1));
    if (baseVehicleId < 1) {
      return new ParsedRow.Invalid<>("baseVehicleId must be 1 or more");
    }
    if (vehicleId < VehicleIds.FIRST || vehicleId > VehicleIds.LAST) {
      return new ParsedRow.Invalid<>(
          "vehicleId must be " + VehicleIds.FIRST + " to " + VehicleIds.LAST);
    }
    return offsets.of(vehicleId) instanceof OffsetLookup.Found found
        ? new ParsedRow.Valid<>(new Membership(baseVehicleId, vehicleId, found.offsets()[0]))
        : new ParsedRow.Invalid<>("there is no vehicle " + vehicleId);
  }

  /** The number, 0 if it is none. */
  private static int number(String text) {
    Long number = CsvLine.wholeNumber(text);
    return number == null || number != number.intValue() ? 0 : number.intValue();
  }
}
