/** Finding segments that nobody uses any more, and putting them back. */
@NullMarked
package dev.storefront.shortlink.recycling;

import org.jspecify.annotations.NullMarked;
