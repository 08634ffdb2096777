package dev.storefront.fitment.check;

import dev.storefront.fitment.placement.PlacedFit;
import dev.storefront.fitment.sku.SkuFitment;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Arrays;

/**
 * Which of the vehicles a SKU fits.
 *
 * @param fits for each vehicle in the order of the request; all false if {@code UNKNOWN}
 */
record SkuFit(
    @Schema(example = "100001") long skuId,
    FitStatus status,
    @Schema(example = "[true, false]") boolean[] fits) {

  static SkuFit unknown(long skuId, int vehicles) {
    return new SkuFit(skuId, FitStatus.UNKNOWN, new boolean[vehicles]);
  }

  /** Redis' answer, which must not be {@link PlacedFit.Status#ABSENT}. */
  static SkuFit of(long skuId, PlacedFit placed) {
    return new SkuFit(skuId, FitStatus.valueOf(placed.status().name()), placed.fits());
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
