/** Who may call, and how often. */
@NullMarked
package dev.storefront.history.admission;

import org.jspecify.annotations.NullMarked;
