/** Rebuilds of Redis from MySQL, and comparisons of the two, at an operator's request. */
@NullMarked
package dev.storefront.fitment.upkeep;

import org.jspecify.annotations.NullMarked;
