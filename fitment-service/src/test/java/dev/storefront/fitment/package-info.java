@NullMarked
package dev.storefront.fitment;

import org.jspecify.annotations.NullMarked;
