package dev.storefront.flashsale.promotion;

/**
 * A promotion's units as Redis has them.
 *
 * @param original what was for sale
 * @param remaining what is left of it
 */
public record Quota(int original, int remaining) {

  /** Units that orders hold. */
  public int taken() {
    return original - remaining;
  }
}
