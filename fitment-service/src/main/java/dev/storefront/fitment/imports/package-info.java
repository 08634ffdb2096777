/** Bulk files of SKUs and the vehicles that they fit. */
@NullMarked
package dev.storefront.fitment.imports;

import org.jspecify.annotations.NullMarked;
