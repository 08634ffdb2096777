@NullMarked
package dev.storefront.fitment.part;

import org.jspecify.annotations.NullMarked;
