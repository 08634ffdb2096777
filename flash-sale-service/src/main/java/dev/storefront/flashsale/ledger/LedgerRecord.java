package dev.storefront.flashsale.ledger;

/** An entry, and where in the topic it was read. */
record LedgerRecord(LedgerEntry entry, int partition, long offset) {}
