/** Keeps hot views that no export has for longer than four days, while exports are late. */
@NullMarked
package dev.storefront.history.keepalive;

import org.jspecify.annotations.NullMarked;
