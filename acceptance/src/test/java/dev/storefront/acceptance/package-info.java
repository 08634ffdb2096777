/** The suite from outside: what its code, its documents and its running processes promise. */
@NullMarked
package dev.storefront.acceptance;

import org.jspecify.annotations.NullMarked;
