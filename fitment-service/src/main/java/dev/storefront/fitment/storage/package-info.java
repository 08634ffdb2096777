/** What the fitment of a group takes in Redis. */
@NullMarked
package dev.storefront.fitment.storage;

import org.jspecify.annotations.NullMarked;
