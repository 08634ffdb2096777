/** Which instance looks at all promotions, for all instances. */
@NullMarked
package dev.storefront.flashsale.sweep;

import org.jspecify.annotations.NullMarked;
