/** Which apps may open short links in place of a browser. */
@NullMarked
package dev.storefront.shortlink.app;

import org.jspecify.annotations.NullMarked;
