/** Links put right: after a Redis that fell back to an older state, and in lists that lack them. */
@NullMarked
package dev.storefront.shortlink.repair;

import org.jspecify.annotations.NullMarked;
