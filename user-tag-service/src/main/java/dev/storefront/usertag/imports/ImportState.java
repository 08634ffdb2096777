package dev.storefront.usertag.imports;

/** How far an import is. */
enum ImportState {
  /** Waits for its turn. */
  QUEUED,
  /** Is being worked through; also while it waits for a server that is away. */
  RUNNING,
  /** Every line was read: its user has the tag, or it was rejected. */
  COMPLETED,
  /** Ended before its last line: the tag was deleted, or the service failed. */
  FAILED
}
