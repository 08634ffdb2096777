package dev.storefront.shortlink.click;

import com.google.common.collect.Comparators;
import dev.storefront.common.degradation.Guard;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.click.ClickCounts.Clicked;
import dev.storefront.shortlink.click.ClickCounts.Range;
import dev.storefront.shortlink.click.ClickCounts.Sum;
import dev.storefront.shortlink.code.CodeBook;
import dev.storefront.shortlink.link.LinkReader;
import dev.storefront.shortlink.link.Lookup;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "links")
@RestController
@RequiresScope({Scope.SERVICE, Scope.OPERATOR})
class StatsController {

  private final CodeBook codes;
  private final LinkReader links;
  private final ClickCounts counts;
  private final UniqueVisitors visitors;
  private final ClickProperties properties;
  private final Guard database;
  private final Clock clock;

  StatsController(
      CodeBook codes,
      LinkReader links,
      ClickCounts counts,
      UniqueVisitors visitors,
      ClickProperties properties,
      Guard database,
      Clock clock) {
    this.codes = codes;
    this.links = links;
    this.counts = counts;
    this.visitors = visitors;
    this.properties = properties;
    this.database = database;
    this.clock = clock;
  }

  @Operation(
      summary = "Who visited a link",
      description =
          "Counts the present generation of the code alone: clicks on links that had the code"
              + " before stand in `earlier`, for operators. `from` and `to` are days (UTC), both included, or"
              + " times, of which the day counts; a `to` at midnight ends with the day before."
              + " Absent: all days that are kept. Visits are clicks"
              + " but those of bots; `clicks` and `lastClickedAt` are of all days and with bots."
              + " `uniqueVisitors` is an estimate, for the last 31 days. Clicks show within"
              + " seconds. 404 `unknown-code`; 403 `not-yours`.")
  @Answers({"403 not-yours", "404 unknown-code"})
  @GetMapping("/api/v1/links/{code}/stats")
  Stats stats(
      @Parameter(hidden = true) Caller caller,
      @PathVariable String code,
      @Parameter(example = "2026-11-01") @RequestParam(required = false) @Nullable String from,
      @Parameter(example = "2026-11-30") @RequestParam(required = false) @Nullable String to) {
    Lookup lookup = codes.locate(code).map(links::find).orElseGet(Lookup.Unknown::new);
    int generation = lookup.linkFor(caller).generation();
    Range range = range(code, generation, from, to);
    return database.answer(() -> stats(range, caller));
  }

  private Stats stats(Range range, Caller caller) {
    String code = range.code();
    int generation = range.generation();
    List<Clicked> all = counts.of(code);
    Optional<Clicked> present = all.stream().filter(c -> c.generation() == generation).findFirst();
    List<Sum> days = counts.byDay(range);
    return new Stats(
        code,
        generation,
        days.stream().mapToLong(Sum::visits).sum(),
        visitors.count(range),
        counts.bots(range),
        days.stream().map(sum -> new OfDay(LocalDate.parse(sum.name()), sum.visits())).toList(),
        counts.byReferrer(range).stream()
            .map(sum -> new OfHost(sum.name().isEmpty() ? null : sum.name(), sum.visits()))
            .toList(),
        counts.byDevice(range).stream().map(s -> new OfDevice(s.name(), s.visits())).toList(),
        counts.byOs(range).stream().map(s -> new OfOs(s.name(), s.visits())).toList(),
        present.map(Clicked::clicks).orElse(0L),
        present.map(Clicked::lastClickedAt).orElse(null),
        // How often the links of others were visited is not the present maker's affair.
        all.stream()
            .filter(c -> caller.has(Scope.OPERATOR) && c.generation() < generation)
            .toList());
  }

  private Range range(String code, int generation, @Nullable String from, @Nullable String to) {
    LocalDate now = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    LocalDate oldest = now.minusDays(properties.kept().toDays());
    // A clock may be ahead; a time without anything after it ends the day before.
    LocalDate newest = now.plusDays(1);
    boolean begins = from != null && !from.isBlank();
    boolean ends = to != null && !to.isBlank();
    LocalDate first = begins ? day("from", String.valueOf(from), 0) : oldest;
    LocalDate last = ends ? day("to", String.valueOf(to), 1) : newest;
    if (begins && ends && last.isBefore(first)) {
      throw Problem.invalid("to", "must not end before from begins").toException();
    }
    // The database knows no year of six digits. A range without days stays one.
    return new Range(
        code,
        generation,
        first.isAfter(newest) ? newest.plusDays(1) : Comparators.max(first, oldest),
        last.isBefore(oldest) ? oldest.minusDays(1) : Comparators.min(last, newest));
  }

  private static LocalDate day(String field, String text, int millisBefore) {
    try {
      return text.contains("T")
          ? LocalDate.ofInstant(Instant.parse(text).minusMillis(millisBefore), ZoneOffset.UTC)
          : LocalDate.parse(text);
    } catch (DateTimeException noDay) {
      throw Problem.invalid(field, "must be a date such as 2026-06-25, or an ISO-8601 UTC time")
          .toException();
    }
  }

  record Stats(
      @Schema(example = "4Xk02a") String code,
      @Schema(example = "1") int generation,
      @Schema(example = "16") long visits,
      @Schema(example = "12") long uniqueVisitors,
      @Schema(example = "1") long bots,
      List<OfDay> byDay,
      List<OfHost> byReferrer,
      List<OfDevice> byDevice,
      List<OfOs> byOs,
      @Schema(example = "17") long clicks,
      @Nullable Instant lastClickedAt,
      List<Clicked> earlier) {}

  record OfDay(LocalDate day, @Schema(example = "16") long visits) {}

  /**
   * @param host null where none was told
   */
  record OfHost(
      @Schema(example = "news.example") @Nullable String host,
      @Schema(example = "16") long visits) {}

  record OfDevice(
      @Schema(
              example = "mobile",
              allowableValues = {"mobile", "tablet", "desktop", "other"})
          String device,
      @Schema(example = "16") long visits) {}

  record OfOs(
      @Schema(
              example = "android",
              allowableValues = {
                "ios",
                "android",
                "windows",
                "macos",
                "linux",
                "chromeos",
                "other"
              })
          String os,
      @Schema(example = "16") long visits) {}
}
