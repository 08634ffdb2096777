/** Manufacturers' part numbers, and the SKUs that they are sold as. */
@NullMarked
package dev.storefront.fitment.part;

import org.jspecify.annotations.NullMarked;
