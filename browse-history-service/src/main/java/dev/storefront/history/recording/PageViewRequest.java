package dev.storefront.history.recording;

import dev.storefront.common.web.InvalidField;
import dev.storefront.common.web.ProblemException;
import dev.storefront.history.core.HistoryRules;
import dev.storefront.history.core.PageView;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A product page was looked at.
 *
 * @param viewedAt ISO-8601 UTC; now if it is missing, or ahead by a client's clock: nobody saw
 *     anything later than now, and a deletion or an erasure of now is to find it
 */
record PageViewRequest(
    @Schema(example = "100012043978", minimum = "1", requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable Long skuId,
    @Schema(
            format = "date-time",
            description =
                "Now if it is missing; at most 60 days ago, at most 5 minutes ahead, which counts as"
                    + " now")
        @Nullable String viewedAt) {

  /**
   * The event.
   *
   * @throws ProblemException 400 {@code invalid-request} with everything that is wrong
   */
  PageView toPageView(String eventId, String user, Instant now) {
    List<InvalidField> errors = new ArrayList<>();
    long sku = skuId == null ? 0 : skuId;
    if (sku < 1) {
      errors.add(new InvalidField("skuId", "must be an integer of 1 or more"));
    }
    Instant time = timeOfView(now, errors);
    if (!errors.isEmpty()) {
      throw InvalidField.problem(errors).toException();
    }
    return new PageView(eventId, user, sku, time.toEpochMilli());
  }

  private Instant timeOfView(Instant now, List<InvalidField> errors) {
    if (viewedAt == null) {
      return now;
    }
    try {
      Instant time = Instant.parse(viewedAt);
      if (time.isAfter(now.plus(HistoryRules.LONGEST_AHEAD))) {
        errors.add(new InvalidField("viewedAt", "must not lie more than 5 minutes ahead"));
      } else if (time.isBefore(now.minus(HistoryRules.LONGEST_AGE))) {
        errors.add(new InvalidField("viewedAt", "must not lie more than 60 days back"));
      }
      return time.isAfter(now) ? now : time;
    } catch (DateTimeException e) {
      errors.add(new InvalidField("viewedAt", "must be an ISO-8601 UTC time"));
      return now;
    }
  }
}
