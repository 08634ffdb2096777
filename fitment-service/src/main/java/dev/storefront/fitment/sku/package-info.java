/** The fitment of each SKU: its source of truth, and how Redis follows it. */
@NullMarked
package dev.storefront.fitment.sku;

import org.jspecify.annotations.NullMarked;
