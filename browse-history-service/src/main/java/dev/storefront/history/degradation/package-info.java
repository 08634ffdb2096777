/** Doing without a backing server for a while. */
@NullMarked
package dev.storefront.history.degradation;

import org.jspecify.annotations.NullMarked;
