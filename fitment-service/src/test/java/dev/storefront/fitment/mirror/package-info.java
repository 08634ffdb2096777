@NullMarked
package dev.storefront.fitment.mirror;

import org.jspecify.annotations.NullMarked;
