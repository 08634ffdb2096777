/** The units that orders hold of promotions, in each promotion's own slot of Redis. */
@NullMarked
package dev.storefront.flashsale.units;

import org.jspecify.annotations.NullMarked;
