package dev.storefront.usertag.audience;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.usertag.tag.Tag;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tag.UnknownTag;
import dev.storefront.usertag.user.UserDirectory;
import io.micrometer.core.annotation.Timed;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Map;
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
  private final Audiences audiences;
  private final UserDirectory users;

  TaggedUsersController(TagCatalog tags, Audiences audiences, UserDirectory users) {
    this.tags = tags;
    this.audiences = audiences;
    this.users = users;
  }

  /** Some of the users. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record UserPage(
      @Schema(
              description = "in the order in which they became known",
              example = "[\"xiaoming\", \"xiaohong\", \"xiaosi\"]")
          List<String> users,
      @Schema(description = "absent at the end") @Nullable String nextCursor) {}

  @GetMapping
  @Operation(summary = "The users with the tag; with present=false the known users without it")
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "list-tag-users"})
  UserPage list(
      @PathVariable("tag") String name,
      @RequestParam(defaultValue = "true") boolean present,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    Tag tag = existing(name);
    String list = "tag %d %s".formatted(tag.number(), present);
    long after = cursor == null ? 0 : Cursor.decodeLong(list, cursor);
    PageCollector page = audiences.pageAfter(query(tag, present), after, limit);
    if (existing(name).number() != tag.number()) {
      throw UnknownTag.of(name).inAddress(); // deleted meanwhile, and another made
    }
    long[] ordinals = page.ordinals();
    String next =
        page.hasMore() ? Cursor.encode(list, Long.toString(ordinals[ordinals.length - 1])) : null;
    return new UserPage(users.ids(ordinals), next);
  }

  private static SegmentQuery query(Tag tag, boolean present) {
    Expression with = new Expression.HasTag(tag.name());
    return new SegmentQuery(
        present ? with : new Expression.Not(with), Map.of(tag.name(), tag.number()));
  }

  private Tag existing(String name) {
    return tags.find(name).orElseThrow(() -> UnknownTag.of(name).inAddress());
  }
}
