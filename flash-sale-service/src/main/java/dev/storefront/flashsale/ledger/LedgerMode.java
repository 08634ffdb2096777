package dev.storefront.flashsale.ledger;

/** Which way entries take into MySQL, as operators set it. */
enum LedgerMode {
  /** Through Kafka only: while Kafka is away nothing is sold. */
  KAFKA,
  /** Straight into MySQL, with fewer grabs at once; others are told through the outbox. */
  DIRECT,
  /** Through Kafka, and straight into MySQL while Kafka has been away for some seconds. */
  AUTO
}
