package dev.storefront.fitment.imports;

/** How far an import is. */
enum ImportState {
  /** Waits for its turn. */
  QUEUED,
  /** Is being worked through, or waits for a server that is away. */
  RUNNING,
  /** Every record was written or rejected. */
  COMPLETED,
  /** Ended before its end: the file is none, was lost, or a server stayed away for too long. */
  FAILED;

  boolean isOver() {
    return this == COMPLETED || this == FAILED;
  }
}
