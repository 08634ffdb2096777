/** Files of any size, line by line, with a reason for each line that cannot be taken. */
@NullMarked
package dev.storefront.fitment.lines;

import org.jspecify.annotations.NullMarked;
