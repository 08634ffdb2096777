/** How often calls may be made. */
@NullMarked
package dev.storefront.common.ratelimit;

import org.jspecify.annotations.NullMarked;
