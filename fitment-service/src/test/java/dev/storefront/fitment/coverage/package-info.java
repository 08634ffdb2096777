@NullMarked
package dev.storefront.fitment.coverage;

import org.jspecify.annotations.NullMarked;
