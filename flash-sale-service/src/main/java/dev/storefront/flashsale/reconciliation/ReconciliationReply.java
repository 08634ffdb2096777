package dev.storefront.flashsale.reconciliation;

/** One promotion, or a page of all. */
sealed interface ReconciliationReply permits Reconciliation, ReconciliationPage {}
