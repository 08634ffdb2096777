/** Cold views in HBase, one row per user. */
@NullMarked
package dev.storefront.history.archive;

import org.jspecify.annotations.NullMarked;
