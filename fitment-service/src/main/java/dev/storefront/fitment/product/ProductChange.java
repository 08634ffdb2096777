package dev.storefront.fitment.product;

import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.fitment.placement.GroupGiven;
import dev.storefront.fitment.placement.ProductIds;
import dev.storefront.fitment.placement.SkuKind;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What this service needs of a {@code product-changes} event.
 *
 * @param kind needed unless deleted, as is the id of its group; of a deleted one the ids say
 *     nothing
 * @param version grows with every change of the SKU
 * @param deleted null means false
 */
record ProductChange(
    @NotNull @Positive Long skuId,
    @Nullable SkuKind kind,
    @Nullable Long spuId,
    @Nullable Long mainSkuId,
    @Nullable Long vendorId,
    @NotNull @PositiveOrZero Long version,
    @Nullable Boolean deleted)
    implements GroupGiven.Ids {

  /**
   * What is said of the product, empty if it is deleted.
   *
   * @throws MalformedEventException if that is not enough to tell the SKU's group, or makes no
   *     sense
   */
  Optional<ProductIds> product() {
    if (Boolean.TRUE.equals(deleted)) {
      return Optional.empty();
    }
    Map<String, String> faults = faults();
    if (kind == null || !faults.isEmpty()) {
      throw new MalformedEventException(
          "A product that is not deleted must have a kind and the ids of its group " + faults,
          null);
    }
    return Optional.of(productIds());
  }
}
