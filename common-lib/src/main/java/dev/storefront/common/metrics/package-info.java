/** The timing of use cases. */
@NullMarked
package dev.storefront.common.metrics;

import org.jspecify.annotations.NullMarked;
