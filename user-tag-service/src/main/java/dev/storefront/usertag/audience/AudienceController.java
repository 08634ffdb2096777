package dev.storefront.usertag.audience;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.ProblemException;
import dev.storefront.usertag.snapshot.Snapshots;
import dev.storefront.usertag.user.UserDirectory;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Audiences: users by an expression over tags. */
@RestController
@RequestMapping("/api/v1/audiences")
@RequiresScope(Scope.OPERATOR)
class AudienceController {

  private static final String REFUSALS =
      "400 invalid-request, invalid-expression, unknown-tag, unknown-audience, circular-audience,"
          + " expression-too-deep, expression-too-large, no-snapshot";

  private final AudienceSearch search;
  private final Audiences audiences;
  private final TagSizes sizes;
  private final Explainer explainer;
  private final UserDirectory users;
  private final RandomGenerator random;
  private final Snapshots snapshots;
  private final UserLists lists;

  AudienceController(
      AudienceSearch search,
      Audiences audiences,
      TagSizes sizes,
      Explainer explainer,
      UserDirectory users,
      RandomGenerator random,
      Snapshots snapshots,
      UserLists lists) {
    this.lists = lists;
    this.search = search;
    this.audiences = audiences;
    this.sizes = sizes;
    this.explainer = explainer;
    this.users = users;
    this.random = random;
    this.snapshots = snapshots;
  }

  /** How many users. */
  record Count(@Schema(example = "1") long count) {}

  /** How many users audiences have in common. */
  record Overlap(
      @Schema(
              description =
                  "row by row in the order of the expressions: how many users belong to both; on"
                      + " the diagonal, how many each has",
              example = "[[3, 1], [1, 2]]")
          long[][] counts) {}

  @PostMapping("/query")
  @Answers({REFUSALS + ", invalid-cursor", "429 too-busy"})
  @Operation(
      summary = "The users of an audience, page by page or a random sample",
      description =
          "A syntax error is 400 invalid-expression with position, the index of the offending"
              + " character from 0. A tag that does not exist is 400 unknown-tag.")
  AudiencePage query(@RequestBody @Valid AudienceRequest request) {
    return ask(
        List.of(request.expression()),
        request.lists(),
        request.asOf(),
        question -> {
          SegmentQuery query = sizes.plan(question);
          return request.isSampling() ? sample(query, request) : page(query, request);
        });
  }

  @PostMapping("/count")
  @Answers({REFUSALS, "429 too-busy"})
  @Operation(summary = "How many users an audience has")
  Count count(@RequestBody @Valid CountRequest request) {
    return ask(
        List.of(request.expression()),
        request.lists(),
        request.asOf(),
        question -> new Count(audiences.count(sizes.plan(question))));
  }

  @PostMapping("/explain")
  @Answers({REFUSALS, "429 too-busy"})
  @Operation(
      summary = "How an audience is worked out, and what that costs",
      description =
          "Works it out, and shows the plan: the cheapest operand first, equal parts once. Bitmaps"
              + " are read as a whole; a part that can make no difference in a segment is not"
              + " worked out there.")
  @UseCase("explain-audience")
  Explanation explain(@RequestBody @Valid CountRequest request) {
    return ask(List.of(request.expression()), request.lists(), request.asOf(), explainer::explain);
  }

  @PostMapping("/overlap")
  @Answers({REFUSALS, "429 too-busy"})
  @Operation(
      summary = "How many users each two of some audiences have in common",
      description =
          "One look at the tags for all of them. The member index of a problem tells which"
              + " expression is wrong, from 0.")
  @UseCase("overlap-audiences")
  Overlap overlap(@RequestBody @Valid OverlapRequest request) {
    return ask(
        request.expressions(),
        request.lists(),
        request.asOf(),
        question -> new Overlap(audiences.overlap(sizes.plan(question))));
  }

  private <T> T ask(
      List<String> expressions,
      @Nullable Map<String, List<String>> ids,
      @Nullable LocalDate asOf,
      Function<Question, T> work) {
    Map<String, UserList> named = lists.of(ids);
    LocalDate day = day(asOf, () -> search.ask(expressions, named, question -> question));
    return search.ask(expressions, named, question -> work.apply(question.asOf(day)));
  }

  /** What is wrong with the expressions is told before that nothing is known of the day. */
  private @Nullable LocalDate day(@Nullable LocalDate asOf, Runnable expressions) {
    try {
      return snapshots.day(asOf);
    } catch (ProblemException noSuchDay) {
      expressions.run();
      throw noSuchDay;
    }
  }

  private AudiencePage sample(SegmentQuery query, AudienceRequest request) {
    long seed = request.seed() == null ? random.nextLong() : request.seed();
    Audiences.Sample sample = audiences.sample(query, request.sampleSize(), seed);
    return new AudiencePage(sample.count(), users.ids(sample.ordinals()), null);
  }

  private AudiencePage page(SegmentQuery query, AudienceRequest request) {
    String list =
        "audience %s %s %s"
            .formatted(
                request.expression(),
                request.asOf(),
                request.lists() == null ? "" : new TreeMap<>(request.lists()));
    if (request.cursor() == null) {
      Audiences.Page page = audiences.firstPage(query, request.pageSize());
      return toPage(list, page.count(), page);
    }
    // Where the page before ended, and what the first one counted.
    long[] ordinalAndCount = Cursor.decodeLongs(list, request.cursor(), 2);
    Audiences.Page page = audiences.pageAfter(query, ordinalAndCount[0], request.pageSize());
    return toPage(list, ordinalAndCount[1], page);
  }

  private AudiencePage toPage(String list, long count, Audiences.Page page) {
    @Nullable String next =
        page.next().isPresent() ? Cursor.encode(list, page.next().getAsLong(), count) : null;
    return new AudiencePage(count, users.ids(page.ordinals()), next);
  }
}
