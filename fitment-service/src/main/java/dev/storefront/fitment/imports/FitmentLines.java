package dev.storefront.fitment.imports;

import dev.storefront.fitment.bitmap.VehicleSet;
import dev.storefront.fitment.lines.JsonLines;
import dev.storefront.fitment.lines.ParsedRow;
import dev.storefront.fitment.placement.GroupGiven;
import dev.storefront.fitment.placement.SkuKind;
import dev.storefront.fitment.sku.NewFitment;
import dev.storefront.fitment.vehicle.OffsetLookup;
import dev.storefront.fitment.vehicle.VehicleIds;
import dev.storefront.fitment.vehicle.VehicleOffsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Reads a line: {@code {skuId, kind, spuId, mainSkuId, vendorId, vehicleIds, universal}}. */
@Component
class FitmentLines {

  private static final int MOST_VEHICLES = 500_000;

  private final JsonLines lines;
  private final VehicleOffsets offsets;

  FitmentLines(JsonMapper json, VehicleOffsets offsets) {
    this.lines = new JsonLines(json);
    this.offsets = offsets;
  }

  /** So that no line names a vehicle's offset of before; to be called before some are parsed. */
  void forgetDeletedVehicles() {
    offsets.forgetDeleted();
  }

  ParsedRow<NewFitment> parse(String text) {
    return lines.read(text, JsonLine.class).then(this::checked);
  }

  private ParsedRow<NewFitment> checked(JsonLine line) {
    List<String> faults = line.allFaults();
    if (!faults.isEmpty()) {
      return new ParsedRow.Invalid<>(String.join("; ", faults));
    }
    OffsetLookup lookup = offsets.of(line.vehicles());
    return lookup instanceof OffsetLookup.Unknown unknown
        ? new ParsedRow.Invalid<>(
            "names %d unknown vehicles, the first: %s"
                .formatted(unknown.count(), unknown.firstIds()))
        : new ParsedRow.Valid<>(line.toFitment(lookup.orRefuse()));
  }

  private record JsonLine(
      @Nullable Long skuId,
      @Nullable SkuKind kind,
      @Nullable Long spuId,
      @Nullable Long mainSkuId,
      @Nullable Long vendorId,
      int @Nullable [] vehicleIds,
      @Nullable Boolean universal)
      implements GroupGiven.Ids {

    List<String> allFaults() {
      List<String> faults = new ArrayList<>();
      require(skuId != null && skuId > 0, "skuId must be 1 or more", faults);
      require(kind != null, "kind must be SELF or POP", faults);
      faults().forEach((id, fault) -> faults.add(id + " " + fault));
      require(vehicleIds != null || fitsAll(), "vehicleIds is required", faults);
      require(
          vehicles().length <= MOST_VEHICLES, "vehicleIds has more than " + MOST_VEHICLES, faults);
      require(
          Arrays.stream(vehicles()).allMatch(JsonLine::isVehicleId),
          "vehicleIds must be " + VehicleIds.FIRST + " to " + VehicleIds.LAST,
          faults);
      return faults;
    }

    int[] vehicles() {
      return vehicleIds == null ? new int[0] : vehicleIds;
    }

    NewFitment toFitment(int[] offsets) {
      if (skuId == null) {
        throw new IllegalStateException("A line was used that has faults");
      }
      return new NewFitment(skuId, productIds(), fitsAll(), VehicleSet.ofOffsets(offsets));
    }

    private boolean fitsAll() {
      return Boolean.TRUE.equals(universal);
    }

    private static boolean isVehicleId(int id) {
      return id >= VehicleIds.FIRST && id <= VehicleIds.LAST;
    }

    private static void require(boolean holds, String fault, List<String> faults) {
      if (!holds) {
        faults.add(fault);
      }
    }
  }
}
