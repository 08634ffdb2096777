package dev.storefront.fitment.upkeep;

/** What a run does with each shelf. */
enum Task {
  REBUILD,
  CONSISTENCY_CHECK
}
