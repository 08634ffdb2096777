package dev.storefront.fitment.sku;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.PublicEndpoint;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.note.NewNote;
import dev.storefront.fitment.note.SkuNotes;
import dev.storefront.fitment.read.PublicReads;
import dev.storefront.fitment.vehicle.VehicleOffsets;
import dev.storefront.fitment.vehicle.VehiclePage;
import dev.storefront.fitment.vehicle.Vehicles;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Positive;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
@RequestMapping("/api/v1/skus/{skuId}")
@Tag(name = "skus")
class SkuController {

  private static final String IF_MATCH =
      "An ETag of this SKU, or * for any version: nothing changes if it is of another version";

  private final FitmentWriter writer;
  private final SkuFitments skus;
  private final Vehicles vehicles;
  private final VehicleOffsets offsets;
  private final SkuNotes notes;
  private final PublicReads reads;

  SkuController(
      FitmentWriter writer,
      SkuFitments skus,
      Vehicles vehicles,
      VehicleOffsets offsets,
      SkuNotes notes,
      PublicReads reads) {
    this.writer = writer;
    this.skus = skus;
    this.vehicles = vehicles;
    this.offsets = offsets;
    this.notes = notes;
    this.reads = reads;
  }

  @Operation(
      summary = "What is known of a SKU",
      description =
          "Which vehicles it fits is listed by /vehicles, page by page. The ETag is the version,"
              + " for If-Match; to delete a vehicle is no write of the SKU, though it has one less.")
  @Answers("404 unknown-sku")
  @GetMapping("/fitment")
  @RequiresScope(Scope.OPERATOR)
  ResponseEntity<SkuRecord> get(@PathVariable @Positive long skuId) {
    return reply(known(skuId));
  }

  @Operation(
      summary = "Forgets a SKU",
      description =
          "With its notes; checks answer UNKNOWN then. A repeat is 204 too; after a 503, repeat"
              + " it.")
  @Answers("412 stale-version")
  @DeleteMapping("/fitment")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @RequiresScope(Scope.OPERATOR)
  void remove(
      @PathVariable @Positive long skuId,
      @Parameter(description = IF_MATCH)
          @RequestHeader(value = HttpHeaders.IF_MATCH, required = false)
          @Nullable String ifMatch) {
    writer.remove(skuId, IfMatch.of(ifMatch));
  }

  @Operation(
      summary = "Replaces a SKU's fitment",
      description =
          "In one step: no reader sees a part of it. Moves the SKU if its group changed. After a"
              + " 503 the write may show all the same; repeating it is harmless.")
  @Answers({"400 invalid-request, unknown-vehicle", "412 stale-version"})
  @PutMapping("/fitment")
  @RequiresScope(Scope.OPERATOR)
  ResponseEntity<SkuRecord> replace(
      @PathVariable @Positive long skuId,
      @Parameter(description = IF_MATCH)
          @RequestHeader(value = HttpHeaders.IF_MATCH, required = false)
          @Nullable String ifMatch,
      @Valid @RequestBody ReplaceRequest request) {
    offsets.forgetDeleted();
    VehicleSet fitting = VehicleSet.ofOffsets(offsets.of(request.vehicleIds()).orRefuse());
    NewFitment fitment =
        new NewFitment(
            skuId, request.productIds(), Boolean.TRUE.equals(request.universal()), fitting);
    List<NewNote> noted =
        request.notesOrNone().stream()
            .map(this::newNote)
            .filter(given -> !given.note().saysNothing())
            .toList();
    return reply(
        writer.replace(fitment, IfMatch.of(ifMatch), () -> notes.replace(Map.of(skuId, noted))));
  }

  private ResponseEntity<SkuRecord> reply(SkuFitment known) {
    return ResponseEntity.ok()
        .eTag(IfMatch.tag(known.version()))
        .body(SkuRecord.of(known, offsets));
  }

  private NewNote newNote(NoteRequest request) {
    int[] found = offsets.of(request.vehicles()).orRefuse();
    return new NewNote(request.toNote(), Arrays.stream(found).sorted().distinct().toArray());
  }

  @Operation(
      summary = "Adds vehicles to a SKU's fitment and removes others",
      description =
          "In one step; concurrent changes of one SKU do not lose each other. At least one of add"
              + " and remove is there, maybe empty. To remove a deleted vehicle changes nothing: no"
              + " SKU fits it any more.")
  @Answers({"400 invalid-request, unknown-vehicle", "404 unknown-sku", "412 stale-version"})
  @PatchMapping("/fitment")
  @RequiresScope(Scope.OPERATOR)
  ResponseEntity<SkuRecord> change(
      @PathVariable @Positive long skuId,
      @Parameter(description = IF_MATCH)
          @RequestHeader(value = HttpHeaders.IF_MATCH, required = false)
          @Nullable String ifMatch,
      @Valid @RequestBody ChangeRequest request) {
    offsets.forgetDeleted();
    int[] add = offsets.of(request.toAdd()).orRefuse();
    int[] remove = offsets.ofRemaining(request.toRemove()).orRefuse();
    return writer
        .change(skuId, IfMatch.of(ifMatch), add, remove)
        .map(this::reply)
        .orElseThrow(() -> unknownSku(skuId));
  }

  @Operation(summary = "The vehicles that a SKU fits, in the order of their offsets")
  @Answers("404 unknown-sku")
  @UseCase("list-fitting-vehicles")
  @GetMapping("/vehicles")
  @PublicEndpoint
  VehiclePage vehicles(
      @PathVariable @Positive long skuId,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return reads.read(() -> page(skuId, cursor, limit));
  }

  private VehiclePage page(long skuId, @Nullable String cursor, int limit) {
    SkuFitment sku = known(skuId);
    String list = "sku-vehicles/" + skuId;
    return sku.universal()
        ? vehicles.pageOfAll(list, cursor, limit)
        : vehicles.pageOf(sku.vehicles(), list, cursor, limit);
  }

  private SkuFitment known(long skuId) {
    return skus.find(List.of(skuId)).stream().findFirst().orElseThrow(() -> unknownSku(skuId));
  }

  private static ProblemException unknownSku(long skuId) {
    return Problem.of(
            HttpStatus.NOT_FOUND, "unknown-sku", "There is no fitment data for SKU " + skuId + ".")
        .toException();
  }
}
