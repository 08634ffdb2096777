/** Follows the catalogue: SKUs move with their products' groups, and go with their products. */
@NullMarked
package dev.storefront.fitment.product;

import org.jspecify.annotations.NullMarked;
