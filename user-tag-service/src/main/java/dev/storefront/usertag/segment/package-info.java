/** Segments of users in Redis: all that is kept of them, each in one slot. */
@NullMarked
package dev.storefront.usertag.segment;

import org.jspecify.annotations.NullMarked;
