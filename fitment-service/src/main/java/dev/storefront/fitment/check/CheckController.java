package dev.storefront.fitment.check;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.PublicEndpoint;
import dev.storefront.common.web.Problem;
import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.vehicle.OffsetLookup;
import dev.storefront.fitment.vehicle.VehicleIds;
import dev.storefront.fitment.vehicle.VehicleOffsets;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestAttribute;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1")
@Tag(name = "check")
class CheckController {

  private static final String CLIENT = "client";

  private final FitmentCheck check;
  private final FittingSkus fittingSkus;
  private final VehicleOffsets offsets;
  private final Admission admission;

  CheckController(
      FitmentCheck check, FittingSkus fittingSkus, VehicleOffsets offsets, Admission admission) {
    this.check = check;
    this.fittingSkus = fittingSkus;
    this.offsets = offsets;
    this.admission = admission;
  }

  /** Before anything of a call is read: a wrong one counts too. */
  @ModelAttribute
  void admit(HttpServletRequest http) {
    http.setAttribute(CLIENT, admission.admit(http));
  }

  @Operation(
      summary = "Which SKUs fit which vehicles",
      description =
          "Up to 20 vehicles and 1,000 SKUs. KNOWN with false means: does not fit. UNKNOWN means:"
              + " there is no data for the SKU. UNAVAILABLE means: the servers that know are away;"
              + " 503 if that holds for all SKUs. UNIVERSAL fits every vehicle. With notes: true"
              + " each result has a list of notes for each vehicle: position, quantity, conditions;"
              + " 20 of a SKU on a vehicle and 2 million characters in all at most, and"
              + " notesLeftOut: true where there are more, or where nobody could tell.")
  @Answers({"400 invalid-request, unknown-vehicle", "429 rate-limited"})
  @PostMapping("/fitment/check")
  @PublicEndpoint
  CheckReply check(
      @Valid @RequestBody CheckRequest request,
      @Parameter(hidden = true) @RequestAttribute(CLIENT) String client) {
    int[] found = offsets.ofAnybody(request.vehicleIds()).orRefuse();
    return new CheckReply(check.check(client, found, request.skuIds(), request.withNotes()));
  }

  @Operation(
      summary = "The SKUs of a group that fit a vehicle",
      description =
          "The group is an SPU (marketplace) or a main SKU (self-operated). Where a main SKU and"
              + " SPUs, of one merchant or several, have this number, it is all of them: kind says"
              + " which are meant. Of a large group some thousand SKUs are looked at for a page: it"
              + " may have fewer items than limit, or none, and others follow as long as there is a"
              + " nextCursor.")
  @Answers({"404 unknown-vehicle", "429 rate-limited"})
  @GetMapping("/vehicles/{vehicleId}/skus")
  @PublicEndpoint
  FittingSkuPage fittingSkus(
      @PathVariable @Min(VehicleIds.FIRST) @Max(VehicleIds.LAST) int vehicleId,
      @RequestParam @Positive long groupId,
      @Parameter(description = "SELF for a main SKU, POP for an SPU; both if left out")
          @RequestParam(required = false)
          @Nullable SkuKind kind,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor,
      @Parameter(hidden = true) @RequestAttribute(CLIENT) String client) {
    if (offsets.ofAnybody(vehicleId) instanceof OffsetLookup.Found found) {
      return fittingSkus.page(client, found.offsets()[0], groupId, kind, cursor, limit);
    }
    throw Problem.of(
            HttpStatus.NOT_FOUND, "unknown-vehicle", "There is no vehicle " + vehicleId + ".")
        .toException();
  }
}
