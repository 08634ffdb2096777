/** How much of each tier is left. */
@NullMarked
package dev.storefront.shortlink.tier;

import org.jspecify.annotations.NullMarked;
