/** Whether Redis and the ledger agree on what was taken. */
@NullMarked
package dev.storefront.flashsale.reconciliation;

import org.jspecify.annotations.NullMarked;
