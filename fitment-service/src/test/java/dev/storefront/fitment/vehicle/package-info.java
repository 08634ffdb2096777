@NullMarked
package dev.storefront.fitment.vehicle;

import org.jspecify.annotations.NullMarked;
