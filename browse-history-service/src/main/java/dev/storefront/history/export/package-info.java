/** Users get what is kept of them. */
@NullMarked
package dev.storefront.history.export;

import org.jspecify.annotations.NullMarked;
