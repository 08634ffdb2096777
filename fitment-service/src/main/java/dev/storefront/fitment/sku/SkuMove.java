package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.Group;
import java.util.Optional;

/**
 * Where a SKU belongs from now on.
 *
 * @param to its group, empty if it is to be removed with all that is known of it
 */
public record SkuMove(long skuId, Optional<Group> to) {}
