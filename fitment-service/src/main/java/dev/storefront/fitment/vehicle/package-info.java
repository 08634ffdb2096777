/** Vehicles, their offsets for ever, and sets of them. */
@NullMarked
package dev.storefront.fitment.vehicle;

import org.jspecify.annotations.NullMarked;
