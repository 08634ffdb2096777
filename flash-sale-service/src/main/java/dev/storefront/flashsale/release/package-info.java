/** Releasing units or letting them be paid, and settling what was left half done. */
@NullMarked
package dev.storefront.flashsale.release;

import org.jspecify.annotations.NullMarked;
