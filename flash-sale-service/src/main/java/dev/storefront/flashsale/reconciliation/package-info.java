/** Whether Redis and the ledger agree on what is reserved. */
@NullMarked
package dev.storefront.flashsale.reconciliation;

import org.jspecify.annotations.NullMarked;
