package dev.storefront.usertag.segment;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How ordinals are cut into segments. A segment's bitmaps (all users, each tag, each user's own
 * tags) lie in one slot, so one script changes them in one step, and segments are spread over the
 * cluster and worked in parallel.
 *
 * <p>The default, 2^19 users, makes a bitmap of 64 KiB at most: a read blocks Redis for some 20
 * microseconds, 500 million users are 954 segments (enough to spread evenly, few enough to visit in
 * one query), and a tag with a single user in a segment costs at most those 64 KiB.
 *
 * <p>The size is written down in the database at the first start: data cut with another size would
 * be read wrongly, so the service then refuses to start.
 *
 * @param segmentBits users in a segment: a power of two from 64 to 2^20
 */
@ConfigurationProperties("storefront.usertag")
public record SegmentLayout(@DefaultValue("524288") int segmentBits) {

  /** Tags of users are stored in blocks of this many, a block's users one after the other. */
  public static final int USERS_PER_BLOCK = 64;

  private static final int SMALLEST = USERS_PER_BLOCK;

  /**
   * In larger ones a list may be the shortest form of a chunk that is full, which it cannot say.
   */
  private static final int LARGEST = 1 << 20;

  public SegmentLayout {
    if (segmentBits < SMALLEST || segmentBits > LARGEST || Integer.bitCount(segmentBits) != 1) {
      throw new IllegalArgumentException(
          "storefront.usertag.segment-bits must be a power of two from %d to %d, not %d"
              .formatted(SMALLEST, LARGEST, segmentBits));
    }
  }

  /** The segment of an ordinal, from 0. */
  public int segmentOf(long ordinal) {
    return Math.toIntExact(ordinal / segmentBits);
  }

  /** The segment of the highest ordinal that was given to a user; -1 for 0, before the first. */
  public int lastSegment(long highest) {
    return highest == 0 ? -1 : segmentOf(highest);
  }

  /** The ordinal's bit within its segment, 0 to {@code segmentBits - 1}. */
  public int offsetOf(long ordinal) {
    return (int) (ordinal % segmentBits);
  }

  /** Blocks of {@link #USERS_PER_BLOCK} users in a segment. */
  public int blocks() {
    return segmentBits / USERS_PER_BLOCK;
  }

  /** The ordinal at this bit of this segment. */
  public long ordinalOf(int segment, int offset) {
    return (long) segment * segmentBits + offset;
  }
}
