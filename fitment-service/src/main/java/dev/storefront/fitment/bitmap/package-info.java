/** Sets of vehicles as bitmaps, cut into segments. */
@NullMarked
package dev.storefront.fitment.bitmap;

import org.jspecify.annotations.NullMarked;
