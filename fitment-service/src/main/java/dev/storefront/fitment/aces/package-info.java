/** ACES, the auto-care industry's XML for telling which part fits which vehicle. */
@NullMarked
package dev.storefront.fitment.aces;

import org.jspecify.annotations.NullMarked;
