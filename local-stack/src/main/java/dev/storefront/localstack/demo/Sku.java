package dev.storefront.localstack.demo;

import java.util.List;

/**
 * A SKU of a marketplace product with what it fits.
 *
 * @param vehicleIds empty for a SKU that is universal, or about which nothing is known
 */
record Sku(
    long skuId,
    long spuId,
    long mainSkuId,
    String name,
    List<Integer> vehicleIds,
    boolean universal) {}
