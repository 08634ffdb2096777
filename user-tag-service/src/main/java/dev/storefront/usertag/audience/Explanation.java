package dev.storefront.usertag.audience;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How an audience is worked out, and what that costs. */
record Explanation(
    @Schema(description = "how many users belong to it", example = "1") long count,
    PlanPart plan,
    Cost estimated,
    Cost actual) {

  /** What it costs. */
  record Cost(
      @Schema(description = "segments that are read", example = "1") long segments,
      @Schema(description = "of the bitmaps that are read", example = "196608") long bytes,
      @Schema(example = "0.4") double milliseconds) {}

  /** What is done with the operands of a part. */
  enum PlanOperation {
    TAG,
    SET,
    AND,
    OR,
    NOT,
    KNOWN_USERS,
    SAME
  }

  /** A part of the plan. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record PlanPart(
      @Schema(
              description =
                  "KNOWN_USERS: all of them; SAME: worked out elsewhere in the plan already,"
                      + " there it has the same id")
          PlanOperation operation,
      @Schema(description = "absent for NOT and KNOWN_USERS", example = "3") @Nullable Integer id,
      @Schema(description = "of a TAG", example = "vip") @Nullable String tag,
      @Schema(description = "a list or a share, as written", example = "SPLIT(spring, 1, 50, 50)")
          @Nullable String set,
      @Schema(description = "about how many users belong to it; absent for SAME", example = "3")
          @Nullable Long estimatedUsers,
      @Schema(
              description =
                  "how many were found in the segments where it was worked out; absent for SAME",
              example = "3")
          @Nullable Long actualUsers,
      @Schema(
              description =
                  "in how many segments it was worked out: in others it could make no difference;"
                      + " absent for SAME",
              example = "1")
          @Nullable Long segments,
      @Schema(description = "its operands in the order in which they are worked out")
          @Nullable List<PlanPart> parts) {}
}
