/** Browse history: every user's last 200 viewed products. */
@NullMarked
package dev.storefront.history;

import org.jspecify.annotations.NullMarked;
