/** Users pause the recording of their views, and resume it. */
@NullMarked
package dev.storefront.history.pause;

import org.jspecify.annotations.NullMarked;
