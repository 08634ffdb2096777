/** How many vehicles of each model have parts at all. */
@NullMarked
package dev.storefront.fitment.coverage;

import org.jspecify.annotations.NullMarked;
