package dev.storefront.history.product;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * What this service needs of a {@code product-changes} event.
 *
 * @param kind {@code SELF} or {@code POP}: without an SPU the main SKU counts for SELF alone
 * @param version grows with every change of the SKU
 * @param deleted null means false
 */
record ProductChange(
    @NotNull @Positive Long skuId,
    @Nullable @Pattern(regexp = "SELF|POP") String kind,
    @Nullable Long spuId,
    @Nullable Long mainSkuId,
    @Nullable @Size(max = 500) String name,
    @Nullable @Size(max = 2000) String imageUrl,
    @NotNull @PositiveOrZero Long version,
    @Nullable Boolean deleted) {

  /** Of a deleted one they say nothing. */
  @AssertTrue(message = "spuId and mainSkuId must be 0 or more")
  boolean isOfGroups() {
    return Boolean.TRUE.equals(deleted)
        || (spuId == null || spuId >= 0) && (mainSkuId == null || mainSkuId >= 0);
  }
}
