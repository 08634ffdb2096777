package dev.storefront.fitment.check;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.fitment.note.FitmentNote;
import dev.storefront.fitment.note.VehicleNotes;
import dev.storefront.fitment.placement.PlacedFit;
import dev.storefront.fitment.sku.SkuFitment;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * Which of the vehicles a SKU fits.
 *
 * @param fits for each vehicle in the order of the request; all false if {@code UNKNOWN} or {@code
 *     UNAVAILABLE}
 * @param notes for each vehicle what to look at, none where it does not fit; null if not asked for
 * @param notesLeftOut true if there are more notes than are told, or may be, for MySQL did not tell
 */
@JsonSerialize(using = SkuFitSerializer.class)
record SkuFit(
    @Schema(example = "100001") long skuId,
    FitStatus status,
    @Schema(example = "[true, false]") boolean[] fits,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<List<FitmentNote>> notes,
    @Schema(description = "there are more notes, or may be; absent unless so", example = "true")
        @JsonInclude(JsonInclude.Include.NON_DEFAULT)
        boolean notesLeftOut) {

  /** An answer without notes. */
  SkuFit(long skuId, FitStatus status, boolean[] fits) {
    this(skuId, status, fits, null, false);
  }

  /** The same answer with the notes on those of the vehicles that it fits. */
  SkuFit with(@Nullable VehicleNotes found) {
    return found == null
        ? new SkuFit(skuId, status, fits, Collections.nCopies(fits.length, List.of()), false)
        : new SkuFit(skuId, status, fits, found.byVehicle(), found.leftOut());
  }

  boolean fitsAny() {
    return IntStream.range(0, fits.length).anyMatch(i -> fits[i]);
  }

  static SkuFit unknown(long skuId, int vehicles) {
    return new SkuFit(skuId, FitStatus.UNKNOWN, new boolean[vehicles]);
  }

  static SkuFit unavailable(long skuId, int vehicles) {
    return new SkuFit(skuId, FitStatus.UNAVAILABLE, new boolean[vehicles]);
  }

  /** Redis' answer, which must not be {@link PlacedFit.Status#ABSENT}. */
  static SkuFit of(long skuId, PlacedFit placed) {
    return switch (placed.status()) {
      case KNOWN -> new SkuFit(skuId, FitStatus.KNOWN, placed.fits());
      case UNIVERSAL -> new SkuFit(skuId, FitStatus.UNIVERSAL, placed.fits());
      case UNREACHED -> unavailable(skuId, placed.fits().length);
      case ABSENT -> throw new IllegalArgumentException("Redis does not tell of " + skuId);
    };
  }

  static SkuFit of(SkuFitment fitment, int[] offsets) {
    boolean[] fits = new boolean[offsets.length];
    Arrays.fill(fits, fitment.universal());
    for (int i = 0; i < offsets.length; i++) {
      fits[i] |= fitment.vehicles().contains(offsets[i]);
    }
    FitStatus status = fitment.universal() ? FitStatus.UNIVERSAL : FitStatus.KNOWN;
    return new SkuFit(fitment.skuId(), status, fits);
  }
}
