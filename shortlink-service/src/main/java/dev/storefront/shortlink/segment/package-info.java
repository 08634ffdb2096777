/** Segments of numbers: which generation each is in, and what of them is free to hand out. */
@NullMarked
package dev.storefront.shortlink.segment;

import org.jspecify.annotations.NullMarked;
