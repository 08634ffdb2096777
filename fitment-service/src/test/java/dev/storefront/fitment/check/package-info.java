@NullMarked
package dev.storefront.fitment.check;

import org.jspecify.annotations.NullMarked;
