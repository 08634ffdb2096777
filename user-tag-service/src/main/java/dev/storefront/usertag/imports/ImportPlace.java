package dev.storefront.usertag.imports;

/**
 * A place in the order in which a sorted import is applied.
 *
 * @param segment from 0
 * @param tag the tag's number
 * @param offset of a user in the segment
 */
record ImportPlace(int segment, int tag, int offset) {

  static final ImportPlace FIRST = new ImportPlace(0, 0, 0);
}
