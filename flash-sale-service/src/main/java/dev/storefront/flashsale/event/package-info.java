/** What the flash sale tells other services. */
@NullMarked
package dev.storefront.flashsale.event;

import org.jspecify.annotations.NullMarked;
