package dev.storefront.usertag.rebuild;

import dev.storefront.common.redis.HashSlots;
import dev.storefront.usertag.segment.SegmentLost;
import org.jspecify.annotations.Nullable;

/**
 * Which segments are to be built anew.
 *
 * @param segment one; null for all in the slots that are not built
 * @param build which building of that one is not whole
 * @param slots null for a single segment
 */
record RebuildRequest(
    @Nullable Integer segment, @Nullable String build, @Nullable HashSlots slots) {

  static RebuildRequest of(SegmentLost lost) {
    return new RebuildRequest(lost.segment(), lost.build(), null);
  }

  static RebuildRequest of(HashSlots slots) {
    return new RebuildRequest(null, null, slots);
  }
}
