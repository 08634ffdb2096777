/** Does it fit? The questions that customers ask. */
@NullMarked
package dev.storefront.fitment.check;

import org.jspecify.annotations.NullMarked;
