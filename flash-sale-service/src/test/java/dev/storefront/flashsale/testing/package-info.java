/** What the flash sale's tests share. */
@NullMarked
package dev.storefront.flashsale.testing;

import org.jspecify.annotations.NullMarked;
