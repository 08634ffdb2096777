package dev.storefront.fitment.imports;

/** How an import's file is written. */
enum ImportFormat {
  /** A JSON object of a SKU's whole fitment on each line. */
  NDJSON,
  /** The auto-care industry's XML: applications of part numbers to vehicles. */
  ACES
}
