package dev.storefront.usertag.standing;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.usertag.segment.SegmentLayout;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A standing audience as callers see it. */
record AudienceView(
    @Schema(example = "to-write-to") String name,
    @Schema(example = "(vip OR email) AND NOT lost") String expression,
    @Schema(example = "For the letter of the season") String description,
    @Schema(
            description =
                "how many users it has; while a tag in it does not exist, and where a list cannot"
                    + " count it, as last counted, null before the first time",
            example = "2")
        @Nullable Long count,
    @Schema(
            description =
                "BACKFILLING until all users were judged by its present expression and counted")
        AudienceState state,
    @Schema(description = "absent unless BACKFILLING") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable BackfillView backfill) {

  /**
   * @param layout of the segments
   * @param highest the highest ordinal that was given to a user
   */
  static AudienceView of(
      StandingAudience audience, @Nullable Long count, SegmentLayout layout, long highest) {
    AudienceState state = audience.state();
    return new AudienceView(
        audience.name(),
        audience.expression(),
        audience.description(),
        count,
        state,
        state == AudienceState.BACKFILLING
            ? BackfillView.of(layout, audience.reached(), highest)
            : null);
  }
}
