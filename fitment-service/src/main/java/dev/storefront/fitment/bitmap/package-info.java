/** Sets of vehicles, cut into segments; and how the sets of many SKUs lie together in blocks. */
@NullMarked
package dev.storefront.fitment.bitmap;

import org.jspecify.annotations.NullMarked;
