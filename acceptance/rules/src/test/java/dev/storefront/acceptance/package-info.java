/** What the modules of the suite are held to, read from its folders. */
@NullMarked
package dev.storefront.acceptance;

import org.jspecify.annotations.NullMarked;
