package dev.storefront.history.product;

import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.NotNull;
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
    @Nullable @Size(max = 20) String kind,
    @Nullable Long spuId,
    @Nullable Long mainSkuId,
    @Nullable @Size(max = 500) String name,
    @Nullable @Size(max = 2000) String imageUrl,
    @NotNull @PositiveOrZero Long version,
    @Nullable Boolean deleted) {

  /** Of a deleted one they say nothing. */
  @AssertTrue(message = "kind must be SELF or POP, spuId and mainSkuId 0 or more")
  boolean isOfGroups() {
    return Boolean.TRUE.equals(deleted)
        || (kind == null || kind.equals("SELF") || kind.equals("POP"))
            && (spuId == null || spuId >= 0)
            && (mainSkuId == null || mainSkuId >= 0);
  }
}
