/** The short links themselves. */
@NullMarked
package dev.storefront.shortlink.redirect;

import org.jspecify.annotations.NullMarked;
