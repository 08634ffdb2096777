package dev.storefront.shortlink.code;

/**
 * A thousand neighbouring ids whose keys lie in one slot of Redis and which are looked at together.
 *
 * @param index counted from 0
 */
public record Segment(Tier tier, long index) {

  /** All its ids; the last segment of a tier is short. */
  public IdRange ids() {
    long first = index * Tier.SEGMENT_SIZE + 1;
    return new IdRange(first, Math.min(first + Tier.SEGMENT_SIZE - 1, tier.size()));
  }

  /** {@code <tier>:<index>}: the hash tag of its keys in Redis and the key of its events. */
  public String tag() {
    return tier.length() + ":" + index;
  }
}
