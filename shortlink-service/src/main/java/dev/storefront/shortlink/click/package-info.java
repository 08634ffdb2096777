/** Clicks: counted by code and generation. */
@NullMarked
package dev.storefront.shortlink.click;

import org.jspecify.annotations.NullMarked;
