@NullMarked
package dev.storefront.fitment.basevehicle;

import org.jspecify.annotations.NullMarked;
