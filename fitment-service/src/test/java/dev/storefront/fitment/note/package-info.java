@NullMarked
package dev.storefront.fitment.note;

import org.jspecify.annotations.NullMarked;
