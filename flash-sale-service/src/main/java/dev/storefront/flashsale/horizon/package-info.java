/** How far MySQL has followed the ledger's topic. */
@NullMarked
package dev.storefront.flashsale.horizon;

import org.jspecify.annotations.NullMarked;
