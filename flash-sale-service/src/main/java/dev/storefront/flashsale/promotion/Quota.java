package dev.storefront.flashsale.promotion;

/**
 * A promotion's units as Redis has them.
 *
 * @param original what was for sale
 * @param remaining what is left of it
 * @param recovering true while it is being rebuilt, and where Redis may have lost what was written
 *     last: then what is left is not known yet
 */
public record Quota(int original, int remaining, boolean recovering) {

  /** Units that orders hold. */
  public int reserved() {
    return original - remaining;
  }
}
