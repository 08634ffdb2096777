/** What one cell tells the others: the events of {@code fitment-changes}. */
@NullMarked
package dev.storefront.fitment.cell;

import org.jspecify.annotations.NullMarked;
