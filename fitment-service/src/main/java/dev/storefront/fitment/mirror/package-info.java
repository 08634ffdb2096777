/** The cells side by side: takes over what others wrote, and tells how far behind each is. */
@NullMarked
package dev.storefront.fitment.mirror;

import org.jspecify.annotations.NullMarked;
