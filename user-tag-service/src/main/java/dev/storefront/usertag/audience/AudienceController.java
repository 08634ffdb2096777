package dev.storefront.usertag.audience;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.usertag.user.UserDirectory;
import io.micrometer.core.annotation.Timed;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import java.util.function.Function;
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

  private final Questions questions;
  private final ScanPermits permits;
  private final Audiences audiences;
  private final UserDirectory users;

  AudienceController(
      Questions questions, ScanPermits permits, Audiences audiences, UserDirectory users) {
    this.questions = questions;
    this.permits = permits;
    this.audiences = audiences;
    this.users = users;
  }

  /** How many users. */
  record Count(@Schema(example = "1") long count) {}

  @PostMapping("/query")
  @Answers({"400 invalid-request, invalid-expression, unknown-tag, invalid-cursor", "429 too-busy"})
  @Operation(
      summary = "The users of an audience, page by page or a random sample",
      description =
          "A syntax error is 400 invalid-expression with position, the index of the offending"
              + " character from 0. A tag that does not exist is 400 unknown-tag.")
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "query-audience"})
  AudiencePage query(@RequestBody @Valid AudienceRequest request) {
    return answer(
        request.expression(),
        query -> request.isSampling() ? sample(query, request) : page(query, request));
  }

  @PostMapping("/count")
  @Answers({"400 invalid-request, invalid-expression, unknown-tag", "429 too-busy"})
  @Operation(summary = "How many users an audience has")
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "count-audience"})
  Count count(@RequestBody @Valid CountRequest request) {
    return new Count(answer(request.expression(), audiences::count));
  }

  private <T> T answer(String expression, Function<SegmentQuery, T> work) {
    Answer<T> answer =
        permits.run(() -> questions.answer(expression, work)).orElseThrow(Refusals::tooBusy);
    if (answer instanceof Answer.Found<T> found) {
      return found.value();
    }
    if (answer instanceof Answer.NoExpression<T> none) {
      throw Refusals.noExpression(none.error());
    }
    throw ((Answer.NoSuchTags<T>) answer).tags().inExpression();
  }

  private AudiencePage sample(SegmentQuery query, AudienceRequest request) {
    Audiences.Sample sample = audiences.sample(query, request.sampleSize());
    return new AudiencePage(sample.count(), users.ids(sample.ordinals()), null);
  }

  private AudiencePage page(SegmentQuery query, AudienceRequest request) {
    String list = "audience " + request.expression();
    if (request.cursor() == null) {
      PageCollector page = audiences.firstPage(query, request.pageSize());
      return toPage(list, page.count(), page);
    }
    Position position = Position.parse(Cursor.decode(list, request.cursor()));
    PageCollector page = audiences.pageAfter(query, position.ordinal(), request.pageSize());
    return toPage(list, position.count(), page);
  }

  private AudiencePage toPage(String list, long count, PageCollector page) {
    long[] ordinals = page.ordinals();
    @Nullable String next =
        page.hasMore()
            ? Cursor.encode(list, new Position(ordinals[ordinals.length - 1], count).toString())
            : null;
    return new AudiencePage(count, users.ids(ordinals), next);
  }

  /** Where a page ended, and what the first one counted. */
  private record Position(long ordinal, long count) {

    static Position parse(String text) {
      try {
        String[] parts = text.split(",", 2);
        return new Position(Long.parseLong(parts[0]), Long.parseLong(parts[1]));
      } catch (NumberFormatException | ArrayIndexOutOfBoundsException notOurs) {
        throw Cursor.invalid();
      }
    }

    @Override
    public String toString() {
      return ordinal + "," + count;
    }
  }
}
