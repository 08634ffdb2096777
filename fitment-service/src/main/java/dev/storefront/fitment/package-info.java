/** Which car parts fit which cars. */
@NullMarked
package dev.storefront.fitment;

import org.jspecify.annotations.NullMarked;
