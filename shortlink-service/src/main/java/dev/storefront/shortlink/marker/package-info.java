/** Markers in Redis that say which segments are in use. */
@NullMarked
package dev.storefront.shortlink.marker;

import org.jspecify.annotations.NullMarked;
