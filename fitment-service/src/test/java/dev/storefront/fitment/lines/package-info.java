@NullMarked
package dev.storefront.fitment.lines;

import org.jspecify.annotations.NullMarked;
