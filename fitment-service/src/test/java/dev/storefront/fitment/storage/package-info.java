@NullMarked
package dev.storefront.fitment.storage;

import org.jspecify.annotations.NullMarked;
