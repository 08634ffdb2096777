/** What every text that a caller gives has to be. */
@NullMarked
package dev.storefront.fitment.text;

import org.jspecify.annotations.NullMarked;
