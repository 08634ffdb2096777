/** What to look at where a SKU fits: position, quantity, conditions. */
@NullMarked
package dev.storefront.fitment.note;

import org.jspecify.annotations.NullMarked;
