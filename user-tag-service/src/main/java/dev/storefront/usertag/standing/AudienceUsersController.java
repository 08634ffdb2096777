package dev.storefront.usertag.standing;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.usertag.audience.AudienceSearch;
import dev.storefront.usertag.audience.Membership;
import dev.storefront.usertag.audience.UserPage;
import dev.storefront.usertag.user.UserId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who belongs to a standing audience, why, and how many did. */
@RestController
@RequestMapping("/api/v1/audiences/{name}")
@RequiresScope(Scope.OPERATOR)
class AudienceUsersController {

  private final AudienceTable table;
  private final AudienceCounts counts;
  private final AudienceSearch search;
  private final Clock clock;

  AudienceUsersController(
      AudienceTable table, AudienceCounts counts, AudienceSearch search, Clock clock) {
    this.table = table;
    this.counts = counts;
    this.search = search;
    this.clock = clock;
  }

  /** How many users an audience had. */
  record CountsOverTime(
      @Schema(description = "a row an hour, the oldest first") List<HourCount> counts) {}

  @GetMapping("/users")
  @Answers({
    "400 invalid-request, unknown-tag, invalid-cursor",
    "404 unknown-audience",
    "429 too-busy"
  })
  @Operation(
      summary = "The users of a standing audience",
      description = "A tag in it that does not exist any more is 400 unknown-tag.")
  @UseCase("list-audience-users")
  UserPage users(
      @PathVariable String name,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    StandingAudience audience = table.existing(name);
    return search.users(audience.expression(), "users of audience " + audience.id(), limit, cursor);
  }

  @GetMapping("/members/{userId}")
  @Answers({"400 invalid-request, unknown-tag", "404 unknown-audience", "429 too-busy"})
  @Operation(
      summary = "Whether a user belongs to the audience, and why",
      description = "Nothing holds for a user who is not known.")
  @UseCase("explain-member")
  Membership member(@PathVariable String name, @PathVariable String userId) {
    StandingAudience audience = table.existing(name);
    return search.membership(audience.expression(), UserId.inAddress(userId));
  }

  @GetMapping("/counts")
  @Answers("404 unknown-audience")
  @Operation(
      summary = "How many users the audience had, hour by hour",
      description =
          "An hour is counted when it begins, and anew when the expression is changed in it."
              + " Counts are kept for 90 days.")
  @UseCase("list-audience-counts")
  CountsOverTime counts(
      @PathVariable String name,
      @Parameter(
              description = "a day (UTC) or a time: hours from then on; absent: all",
              example = "2026-11-01")
          @RequestParam(required = false)
          @Nullable String from,
      @Parameter(
              description = "a day (UTC), included, or a time: hours that begin before it",
              example = "2026-11-30T12:00:00Z")
          @RequestParam(required = false)
          @Nullable String to) {
    Instant now = clock.instant();
    Instant oldest = now.minus(AudienceCounts.KEPT);
    Instant first = from == null ? oldest : time("from", from, 0);
    Instant last = to == null ? now.plus(Duration.ofDays(1)) : time("to", to, 1);
    if (from != null && to != null && last.isBefore(first)) {
      throw Problem.invalid("to", "must not lie before from").toException();
    }
    return new CountsOverTime(counts.between(table.existing(name).id(), first, last));
  }

  /**
   * @param daysLater from the day's begin, for a day
   */
  private static Instant time(String field, String text, int daysLater) {
    try {
      return text.contains("T")
          ? Instant.parse(text)
          : LocalDate.parse(text).plusDays(daysLater).atStartOfDay(ZoneOffset.UTC).toInstant();
    } catch (DateTimeException noTime) {
      throw Problem.invalid(field, "must be a day or a time, as 2026-11-01 or 2026-11-01T12:00:00Z")
          .toException();
    }
  }
}
