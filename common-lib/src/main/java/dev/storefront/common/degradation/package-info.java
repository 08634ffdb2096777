/** Doing without a backing server for a while. */
@NullMarked
package dev.storefront.common.degradation;

import org.jspecify.annotations.NullMarked;
