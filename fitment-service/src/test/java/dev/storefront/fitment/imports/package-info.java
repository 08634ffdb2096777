@NullMarked
package dev.storefront.fitment.imports;

import org.jspecify.annotations.NullMarked;
