/** Who calls, from where, and how often. */
@NullMarked
package dev.storefront.flashsale.admission;

import org.jspecify.annotations.NullMarked;
