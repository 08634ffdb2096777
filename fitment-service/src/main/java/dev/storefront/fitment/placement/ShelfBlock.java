package dev.storefront.fitment.placement;

/**
 * Names a block of a shelf.
 *
 * @param segment from 0
 * @param number in the segment, from 0
 */
record ShelfBlock(int segment, int number) {}
