/** The cars of each user. */
@NullMarked
package dev.storefront.fitment.garage;

import org.jspecify.annotations.NullMarked;
