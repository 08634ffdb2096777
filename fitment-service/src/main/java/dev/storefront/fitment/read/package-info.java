/** What anybody may read from MySQL. */
@NullMarked
package dev.storefront.fitment.read;

import org.jspecify.annotations.NullMarked;
