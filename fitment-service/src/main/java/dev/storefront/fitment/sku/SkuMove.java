package dev.storefront.fitment.sku;

import dev.storefront.fitment.placement.ProductIds;
import java.util.Optional;

/**
 * What is said of a SKU's product from now on, and so where the SKU belongs.
 *
 * @param to empty if the SKU is to be removed with all that is known of it
 */
public record SkuMove(long skuId, Optional<ProductIds> to) {}
