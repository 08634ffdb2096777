package dev.storefront.usertag.audience;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.usertag.tag.UnknownTag;
import io.micrometer.core.annotation.Timed;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The users of one tag. */
@RestController
@RequestMapping("/api/v1/tags/{tag}/users")
@RequiresScope(Scope.OPERATOR)
class TaggedUsersController {

  private final Questions questions;
  private final ScanPermits permits;
  private final TagSizes sizes;
  private final Audiences audiences;
  private final AudienceSearch search;

  TaggedUsersController(
      Questions questions,
      ScanPermits permits,
      TagSizes sizes,
      Audiences audiences,
      AudienceSearch search) {
    this.questions = questions;
    this.permits = permits;
    this.sizes = sizes;
    this.audiences = audiences;
    this.search = search;
  }

  @GetMapping
  @Answers({"404 unknown-tag", "429 too-busy"})
  @Operation(summary = "The users with the tag; with present=false the known users without it")
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "list-tag-users"})
  UserPage list(
      @PathVariable("tag") String name,
      @RequestParam(defaultValue = "true") boolean present,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    Expression with = new Expression.HasTag(name);
    Answer<UserPage> answer =
        permits
            .run(
                () ->
                    questions.answer(
                        present ? with : new Expression.Not(with),
                        question -> page(sizes.plan(question), present, limit, cursor)))
            .orElseThrow(Refusals::tooBusy);
    if (answer instanceof Answer.Found<UserPage> found) {
      return found.value();
    }
    throw UnknownTag.of(name).inAddress();
  }

  private UserPage page(SegmentQuery query, boolean present, int limit, @Nullable String cursor) {
    // By number: a cursor of a tag that was deleted is none of the one that has its name now.
    String list = "users of tag %d %s".formatted(query.tags().get(0), present);
    long after = cursor == null ? 0 : Cursor.decodeLong(list, cursor);
    return search.userPage(list, audiences.pageAfter(query, after, limit));
  }
}
