/** What somebody did before logging in becomes the user's. */
@NullMarked
package dev.storefront.history.guest;

import org.jspecify.annotations.NullMarked;
