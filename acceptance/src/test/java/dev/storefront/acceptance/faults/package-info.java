/** The suite while its backing servers come and go. */
@NullMarked
package dev.storefront.acceptance.faults;

import org.jspecify.annotations.NullMarked;
