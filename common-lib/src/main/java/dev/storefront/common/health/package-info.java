/** Readiness of each backing server. */
@NullMarked
package dev.storefront.common.health;

import org.jspecify.annotations.NullMarked;
