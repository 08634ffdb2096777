/** Users have all that is kept of them erased, in every store, and get a receipt. */
@NullMarked
package dev.storefront.history.erasure;

import org.jspecify.annotations.NullMarked;
