/** Ranges of numbers lent to applications for a while. */
@NullMarked
package dev.storefront.shortlink.lease;

import org.jspecify.annotations.NullMarked;
