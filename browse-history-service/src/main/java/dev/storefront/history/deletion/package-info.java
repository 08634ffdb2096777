/** Users take views out of their history: at once in Redis, for the offline pipeline in MySQL. */
@NullMarked
package dev.storefront.history.deletion;

import org.jspecify.annotations.NullMarked;
