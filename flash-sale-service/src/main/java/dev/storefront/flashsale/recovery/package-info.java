/** Rebuilds promotions' records, reservations and limits in Redis from the ledger. */
@NullMarked
package dev.storefront.flashsale.recovery;

import org.jspecify.annotations.NullMarked;
