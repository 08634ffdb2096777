package dev.storefront.fitment.vehicle;

/** How an import's lines are written. */
enum LineFormat {
  CSV,
  NDJSON
}
