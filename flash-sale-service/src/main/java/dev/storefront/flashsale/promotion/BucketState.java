package dev.storefront.flashsale.promotion;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a bucket has; a promotion that is not hot has one.
 *
 * @param left units that can be reserved of it
 * @param additions how often units were added, so that nothing is missed that came and went
 * @param lent units on their way to other buckets
 * @param epoch names the time since the promotion was opened, or closed for a rebuild
 * @param share its part of the quota
 */
public record BucketState(
    Code code, long left, long additions, long lent, String epoch, long share) {

  /** Whether a bucket's record is to be believed; see {@code readBucket.lua}. */
  public enum Code {
    OPEN,
    MISSING,
    /** It is being rebuilt. */
    CLOSED,
    /** Redis may have lost what was written last. */
    DOUBTFUL
  }

  /**
   * @param reply of {@code readBucket.lua}, which gave this code
   */
  static BucketState of(Code code, List<Object> reply) {
    return new BucketState(
        code,
        (Long) reply.get(1),
        (Long) reply.get(2),
        (Long) reply.get(3),
        new String((byte[]) reply.get(4), StandardCharsets.UTF_8),
        (Long) reply.get(5));
  }

  /** True if units can be reserved of it and lent by it. */
  public boolean isOpen() {
    return code == Code.OPEN;
  }
}
