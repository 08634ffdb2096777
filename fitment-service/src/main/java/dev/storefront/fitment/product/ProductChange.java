package dev.storefront.fitment.product;

import dev.storefront.common.kafka.MalformedEventException;
import dev.storefront.fitment.placement.Group;
import dev.storefront.fitment.placement.SkuKind;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What this service needs of a {@code product-changes} event.
 *
 * @param kind needed unless deleted, as is the id of its group
 * @param version grows with every change of the SKU
 * @param deleted null means false
 */
record ProductChange(
    @NotNull @Positive Long skuId,
    @Nullable SkuKind kind,
    @Nullable @Positive Long spuId,
    @Nullable @Positive Long mainSkuId,
    @Nullable @PositiveOrZero Long vendorId,
    @NotNull @PositiveOrZero Long version,
    @Nullable Boolean deleted) {

  /**
   * The group to which the SKU belongs, empty if the product is deleted.
   *
   * @throws MalformedEventException if it does not say
   */
  Optional<Group> group() {
    if (Boolean.TRUE.equals(deleted)) {
      return Optional.empty();
    }
    if (kind == SkuKind.POP && spuId != null) {
      return Optional.of(Group.pop(spuId, vendorId));
    }
    if (kind == SkuKind.SELF && mainSkuId != null) {
      return Optional.of(Group.self(mainSkuId));
    }
    throw new MalformedEventException("A product that is not deleted must have a group", null);
  }
}
