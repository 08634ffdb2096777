@NullMarked
package dev.storefront.fitment.aces;

import org.jspecify.annotations.NullMarked;
