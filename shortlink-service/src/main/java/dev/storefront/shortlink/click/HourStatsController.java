package dev.storefront.shortlink.click;

import com.google.common.collect.Comparators;
import dev.storefront.common.degradation.Guard;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.click.HourCounts.Visits;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.link.LinkReader;
import dev.storefront.shortlink.link.Lookup;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "links")
@RestController
@RequiresScope({Scope.SERVICE, Scope.OPERATOR})
class HourStatsController {

  private static final Duration DAY = Duration.ofDays(1);

  private final CodeBook codes;
  private final LinkReader links;
  private final HourCounts counts;
  private final ClickProperties properties;
  private final Guard database;
  private final Clock clock;

  HourStatsController(
      CodeBook codes,
      LinkReader links,
      HourCounts counts,
      ClickProperties properties,
      Guard database,
      Clock clock) {
    this.codes = codes;
    this.links = links;
    this.counts = counts;
    this.properties = properties;
    this.database = database;
    this.clock = clock;
  }

  @Operation(
      summary = "When a link was visited",
      description =
          "Visits by hour, of the present generation of the code; bots are left out, and so are"
              + " hours without visits. `from` is a time whose hour is the first, `to` one before"
              + " which the last begins; absent: the last 24 hours. Hours are kept for 31 days."
              + " 404 `unknown-code`; 403 `not-yours`.")
  @Answers({"403 not-yours", "404 unknown-code"})
  @GetMapping("/api/v1/links/{code}/stats/hours")
  HourStats hours(
      @Parameter(hidden = true) Caller caller,
      @PathVariable String code,
      @Parameter(example = "2026-11-24T00:00:00Z") @RequestParam(required = false)
          @Nullable Instant from,
      @Parameter(example = "2026-11-25T00:00:00Z") @RequestParam(required = false)
          @Nullable Instant to) {
    if (from != null && to != null && !from.isBefore(to)) {
      throw Problem.invalid("to", "must lie after from").toException();
    }
    Lookup lookup = codes.locate(code).map(links::find).orElseGet(Lookup.Unknown::new);
    int generation = lookup.linkFor(caller).generation();
    // Who tells the time by another clock may be ahead.
    Instant end = kept(to == null ? clock.instant().plus(DAY) : to);
    Instant begin = kept(from == null ? Comparators.min(end, clock.instant()).minus(DAY) : from);
    return new HourStats(
        code,
        generation,
        database
            .answer(() -> counts.of(code, generation, begin.truncatedTo(ChronoUnit.HOURS), end))
            .stream()
            .map(OfHour::of)
            .toList());
  }

  /** The nearest time of which there can be hours. */
  private Instant kept(Instant time) {
    Instant now = clock.instant();
    return Comparators.min(Comparators.max(time, now.minus(properties.hoursKept())), now.plus(DAY));
  }

  record HourStats(
      @Schema(example = "4Xk02a") String code,
      @Schema(example = "1") int generation,
      List<OfHour> byHour) {}

  /**
   * @param hour when it begins
   */
  record OfHour(
      @Schema(example = "2026-11-24T10:00:00Z") Instant hour, @Schema(example = "16") long visits) {

    static OfHour of(Visits visits) {
      return new OfHour(visits.hour(), visits.visits());
    }
  }
}
