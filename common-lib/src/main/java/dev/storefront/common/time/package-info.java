/** The suite's clock. */
@NullMarked
package dev.storefront.common.time;

import org.jspecify.annotations.NullMarked;
