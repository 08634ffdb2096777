/** Files of any size, line by line: a line that cannot be read spoils no other. */
@NullMarked
package dev.storefront.common.lines;

import org.jspecify.annotations.NullMarked;
