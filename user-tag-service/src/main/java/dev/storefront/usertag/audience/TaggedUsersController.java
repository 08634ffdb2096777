package dev.storefront.usertag.audience;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.usertag.tag.Tag;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tag.UnknownTag;
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

  private final TagCatalog tags;
  private final AudienceSearch search;

  TaggedUsersController(TagCatalog tags, AudienceSearch search) {
    this.tags = tags;
    this.search = search;
  }

  @GetMapping
  @Answers({"404 unknown-tag", "429 too-busy"})
  @Operation(summary = "The users with the tag; with present=false the known users without it")
  @UseCase("list-tag-users")
  UserPage list(
      @PathVariable("tag") String name,
      @RequestParam(defaultValue = "true") boolean present,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    Tag tag = tags.find(name).orElseThrow(() -> UnknownTag.of(name).inAddress());
    return search.users(tag, present, limit, cursor);
  }
}
