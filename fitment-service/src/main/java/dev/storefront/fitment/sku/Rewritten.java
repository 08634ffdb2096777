package dev.storefront.fitment.sku;

/** How many shelves were written anew, and how many should have been. Others were left out. */
record Rewritten(int done, int failed) {}
