/** How often links may be made and changed, and codes be tried. */
@NullMarked
package dev.storefront.shortlink.admission;

import org.jspecify.annotations.NullMarked;
