package dev.storefront.usertag.segment;

/**
 * Somebody found that Redis does not have a segment, or not all of it: it has to be built anew.
 *
 * @param segment from 0
 * @param build which building of it is not whole, {@link #ANY_BUILD} if that was not told; empty if
 *     there is none
 */
public record SegmentLost(int segment, String build) {

  /** Whichever building there is. */
  public static final String ANY_BUILD = "*";
}
