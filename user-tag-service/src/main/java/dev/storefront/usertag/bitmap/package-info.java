/** Sets of users as bits, and how to combine, count and decode them. */
@NullMarked
package dev.storefront.usertag.bitmap;

import org.jspecify.annotations.NullMarked;
