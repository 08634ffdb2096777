/** What a short code is: its tier, its number, its segment. */
@NullMarked
package dev.storefront.shortlink.code;

import org.jspecify.annotations.NullMarked;
