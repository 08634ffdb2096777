@NullMarked
package dev.storefront.fitment.sku;

import org.jspecify.annotations.NullMarked;
