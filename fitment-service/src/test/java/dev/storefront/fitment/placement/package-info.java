@NullMarked
package dev.storefront.fitment.placement;

import org.jspecify.annotations.NullMarked;
