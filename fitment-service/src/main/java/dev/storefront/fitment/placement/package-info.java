/** Where a SKU's fitment lies in Redis: groups, keys, and the scripts on them. */
@NullMarked
package dev.storefront.fitment.placement;

import org.jspecify.annotations.NullMarked;
