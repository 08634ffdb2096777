/** Keeps a server that hangs from taking all threads. */
@NullMarked
package dev.storefront.fitment.guard;

import org.jspecify.annotations.NullMarked;
