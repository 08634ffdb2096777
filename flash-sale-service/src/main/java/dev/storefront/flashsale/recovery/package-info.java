/** Rebuilds promotions' records, marks and limits in Redis from the ledger. */
@NullMarked
package dev.storefront.flashsale.recovery;

import org.jspecify.annotations.NullMarked;
