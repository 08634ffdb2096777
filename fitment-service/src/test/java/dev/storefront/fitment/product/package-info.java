@NullMarked
package dev.storefront.fitment.product;

import org.jspecify.annotations.NullMarked;
