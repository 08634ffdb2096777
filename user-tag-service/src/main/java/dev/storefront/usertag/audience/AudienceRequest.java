package dev.storefront.usertag.audience;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.AssertTrue;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which users are wanted, and how many of them. */
@Schema(example = "{\"expression\": \"vip AND NOT (lost OR mac)\", \"limit\": 20}")
record AudienceRequest(
    @Schema(
            description =
                "Tags, @name for a standing audience, $name for a list, SPLIT(name, share, weights)"
                    + " for a share of all users, AND, OR, NOT and parentheses; NOT binds tightest,"
                    + " then AND, then OR. Keywords are upper case. NOT x: all known users without"
                    + " x.",
            example = "vip AND NOT (lost OR mac)")
        @NotNull(message = "is required")
        String expression,
    @Schema(description = "1 to 1000, 20 if left out", example = "20")
        @Min(value = 1, message = LIMIT_RULE)
        @Max(value = 1000, message = LIMIT_RULE)
        @Nullable Integer limit,
    @Schema(description = "nextCursor of the page before; for the same expression only")
        @Nullable String cursor,
    @Schema(
            description =
                "Draw users at random instead of paging: how many (1 to 1000), or true for as many"
                    + " as limit says. There is no next page of a sample.",
            oneOf = {Integer.class, Boolean.class},
            example = "false")
        @Nullable Object sample,
    @Schema(
            description =
                "With sample: any number. The same one draws the same users again, in every"
                    + " instance; of an audience that changed in between, those who are still"
                    + " there and not displaced by others.",
            example = "7")
        @Nullable Long seed,
    @Schema(description = UserLists.RULE, example = "{\"staff\": [\"xiaoming\"]}")
        @Nullable Map<String, List<String>> lists,
    @Schema(
            description =
                "as it was when that day (UTC) ended, up to 90 days ago; left out, or today: as it"
                    + " is",
            example = "2026-11-20")
        @Nullable LocalDate asOf) {

  private static final String LIMIT_RULE = "must be 1 to 1000";
  private static final int DEFAULT_LIMIT = 20;
  private static final int MOST = 1000;

  @Schema(hidden = true)
  @AssertTrue(message = "must be 1 to 1000, true or false")
  boolean isSample() {
    return sample == null
        || sample instanceof Boolean
        || (sample instanceof Integer size && size >= 1 && size <= MOST);
  }

  @Schema(hidden = true)
  @AssertTrue(message = "cannot be combined with sample")
  boolean isCursor() {
    return cursor == null || !isSampling();
  }

  @Schema(hidden = true)
  @AssertTrue(message = "is for samples only")
  boolean isSeed() {
    return seed == null || isSampling();
  }

  int pageSize() {
    return limit == null ? DEFAULT_LIMIT : limit;
  }

  boolean isSampling() {
    return sample instanceof Integer || Boolean.TRUE.equals(sample);
  }

  int sampleSize() {
    return sample instanceof Integer size ? size : pageSize();
  }
}
