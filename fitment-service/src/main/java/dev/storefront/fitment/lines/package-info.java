/** Where files of lines are sent to. */
@NullMarked
package dev.storefront.fitment.lines;

import org.jspecify.annotations.NullMarked;
