package dev.storefront.usertag.standing;

import dev.storefront.usertag.segment.SegmentLayout;
import io.swagger.v3.oas.annotations.media.Schema;

/** How far users are judged by an audience's present expression. */
record BackfillView(
    @Schema(
            description = "segments of users, the last one as far as there are users",
            example = "191")
        long segments,
    @Schema(description = "those of them all of whose users are judged", example = "20")
        long segmentsDone) {

  /**
   * @param reached the last ordinal that was judged
   * @param highest the highest ordinal that was given to a user
   */
  static BackfillView of(SegmentLayout layout, long reached, long highest) {
    int segments = layout.lastSegment(highest) + 1;
    return new BackfillView(
        segments, reached >= highest ? segments : layout.segmentOf(reached + 1));
  }
}
