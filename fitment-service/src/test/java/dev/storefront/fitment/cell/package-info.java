@NullMarked
package dev.storefront.fitment.cell;

import org.jspecify.annotations.NullMarked;
