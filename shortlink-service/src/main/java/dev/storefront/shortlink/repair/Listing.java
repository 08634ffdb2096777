package dev.storefront.shortlink.repair;

/**
 * How far links are in their lists that were made before there were any.
 *
 * @param step what comes next
 */
record Listing(int step) {

  /** All links are asked for. */
  record Request() {}
}
