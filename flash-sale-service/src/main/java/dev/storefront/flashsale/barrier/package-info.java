/** How far MySQL has followed the ledger's topic. */
@NullMarked
package dev.storefront.flashsale.barrier;

import org.jspecify.annotations.NullMarked;
