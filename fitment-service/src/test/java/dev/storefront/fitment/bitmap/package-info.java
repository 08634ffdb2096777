@NullMarked
package dev.storefront.fitment.bitmap;

import org.jspecify.annotations.NullMarked;
