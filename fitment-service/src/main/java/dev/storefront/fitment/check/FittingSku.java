package dev.storefront.fitment.check;

import io.swagger.v3.oas.annotations.media.Schema;

/**
 * A SKU that fits.
 *
 * @param status KNOWN or UNIVERSAL
 */
record FittingSku(@Schema(example = "100001") long skuId, FitStatus status) {}
