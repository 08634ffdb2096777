/** Product facts of the catalogue, kept in MySQL and looked up in batches. */
@NullMarked
package dev.storefront.history.product;

import org.jspecify.annotations.NullMarked;
