/** Reserving units: all of an order's items or none, once however often it is asked for. */
@NullMarked
package dev.storefront.flashsale.grab;

import org.jspecify.annotations.NullMarked;
