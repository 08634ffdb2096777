/** Bitmaps of users by ordinal, cut into segments of one slot each, in Redis. */
@NullMarked
package dev.storefront.usertag.bitmap;

import org.jspecify.annotations.NullMarked;
