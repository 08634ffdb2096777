package dev.storefront.fitment.sku;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.fitment.placement.ProductIds;
import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.vehicle.Vehicles;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.Positive;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

/** Gives what MySQL has, some SKUs at a time, so that it takes some megabytes however many. */
@RestController
@RequestMapping("/api/v1/fitment/export")
@RequiresScope(Scope.OPERATOR)
@Tag(name = "imports")
class ExportController {

  private static final int BATCH = 50;

  private final FitmentRepository fitments;
  private final Vehicles vehicles;
  private final JsonMapper json;

  ExportController(FitmentRepository fitments, Vehicles vehicles, JsonMapper json) {
    this.fitments = fitments;
    this.vehicles = vehicles;
    this.json = json;
  }

  @Operation(
      summary = "The fitment of all SKUs, as imports take it",
      description =
          "In the order of the SKUs, without notes and without deleted vehicles. Each SKU is as it"
              + " is when its line is written. A reply that breaks off ends without the last chunk:"
              + " the client sees an error.",
      responses =
          @ApiResponse(
              responseCode = "200",
              content =
                  @Content(
                      mediaType = MediaType.APPLICATION_NDJSON_VALUE,
                      schema = @Schema(type = "string"),
                      examples =
                          @ExampleObject(
                              "{\"skuId\":100001,\"kind\":\"SELF\",\"mainSkuId\":100001,\"vehicleIds\":[1000001]}\n"))))
  @UseCase("export-fitment")
  @GetMapping(produces = MediaType.APPLICATION_NDJSON_VALUE)
  void export(
      @RequestParam(required = false) @Nullable SkuKind kind,
      @Parameter(description = "an SPU or a main SKU; all groups if left out")
          @RequestParam(required = false)
          @Positive
          @Nullable Long groupId,
      HttpServletResponse response)
      throws IOException {
    List<Long> ids = fitments.idsAfter(0, kind, groupId, BATCH);
    int[] vehicleIds = ids.isEmpty() ? new int[0] : vehicles.idsByOffset();
    response.setContentType(MediaType.APPLICATION_NDJSON_VALUE);
    OutputStream out = response.getOutputStream();
    while (!ids.isEmpty()) {
      Map<Long, SkuFitment> skus = fitments.find(ids);
      int known = vehicleIds.length;
      if (skus.values().stream().anyMatch(sku -> sku.vehicles().offsetsFrom(known, 1).length > 0)) {
        // Imported since.
        vehicleIds = vehicles.idsByOffset();
      }
      for (long skuId : ids) {
        SkuFitment sku = skus.get(skuId);
        if (sku != null) {
          out.write(json.writeValueAsBytes(ExportedSku.of(sku, vehicleIds)));
          out.write('\n');
        }
      }
      ids = fitments.idsAfter(ids.get(ids.size() - 1), kind, groupId, BATCH);
    }
    out.flush();
  }

  /** A line, with the names that imports know. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  private record ExportedSku(
      long skuId,
      SkuKind kind,
      @Nullable Long spuId,
      @Nullable Long mainSkuId,
      @Nullable Long vendorId,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean universal,
      int[] vehicleIds) {

    /**
     * @param vehicleIds by offset, 0 where there is none
     */
    static ExportedSku of(SkuFitment sku, int[] vehicleIds) {
      ProductIds product = sku.product();
      return new ExportedSku(
          sku.skuId(),
          product.kind(),
          product.spuId(),
          product.mainSkuId(),
          product.vendorId(),
          sku.universal(),
          Arrays.stream(sku.vehicles().offsetsFrom(1, vehicleIds.length))
              .filter(offset -> offset < vehicleIds.length)
              .map(offset -> vehicleIds[offset])
              .filter(id -> id > 0)
              .toArray());
    }
  }
}
