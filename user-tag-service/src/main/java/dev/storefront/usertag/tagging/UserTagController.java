package dev.storefront.usertag.tagging;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Problem;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tag.UnknownTag;
import dev.storefront.usertag.user.UserId;
import dev.storefront.usertag.user.UserLookup;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The tags of one user. */
@RestController
@RequestMapping("/api/v1/users/{userId}/tags")
@RequiresScope({Scope.SERVICE, Scope.OPERATOR})
class UserTagController {

  private static final Instant LAST_TIME = Instant.ofEpochMilli(UserMarks.LAST_TIME);

  private final TagCatalog tags;
  private final UserLookup users;
  private final Tagging tagging;
  private final Clock clock;

  UserTagController(TagCatalog tags, UserLookup users, Tagging tagging, Clock clock) {
    this.tags = tags;
    this.users = users;
    this.tagging = tagging;
    this.clock = clock;
  }

  /** Whether the user has the tag. */
  record Tagged(boolean tagged) {}

  /** Names of tags. */
  record TagNames(@Schema(example = "[\"male\", \"mobile\", \"vip\"]") List<String> tags) {}

  @PutMapping("/{tag}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Answers("404 unknown-tag")
  @Operation(
      summary = "Give the user the tag",
      description =
          "Idempotent. A user who was not known becomes so. With expiresAt the tag is taken again"
              + " at that time, unless it is given or taken anew before: the last call counts.")
  @UseCase("tag-user")
  void put(
      @PathVariable String userId,
      @PathVariable String tag,
      @Parameter(
              description = "a time to come; absent: until it is taken",
              example = "2030-01-01T00:00:00Z",
              schema = @Schema(type = "string", format = "date-time"))
          @RequestParam(required = false)
          @Nullable String expiresAt,
      Caller caller) {
    Long end = expiresAt == null ? null : end(expiresAt);
    change(userId, tag, true, end, caller);
  }

  /** By hand, for Spring takes numbers, and nothing at all for no time. */
  private Long end(String text) {
    Instant expiresAt;
    try {
      expiresAt = Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw Problem.invalid("expiresAt", "must be a time like 2030-01-01T00:00:00Z").toException();
    }
    if (!expiresAt.isAfter(clock.instant()) || expiresAt.isAfter(LAST_TIME)) {
      throw Problem.invalid("expiresAt", "must be a time to come, before the year 6429")
          .toException();
    }
    return expiresAt.toEpochMilli();
  }

  @DeleteMapping("/{tag}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Answers("404 unknown-tag")
  @Operation(
      summary = "Take the tag from the user",
      description =
          "Idempotent. A user who was not known becomes so: from then on, NOT includes the user.")
  @UseCase("untag-user")
  void delete(@PathVariable String userId, @PathVariable String tag, Caller caller) {
    change(userId, tag, false, null, caller);
  }

  private void change(
      String userId, String tag, boolean present, @Nullable Long expiresAt, Caller caller) {
    UserId user = UserId.inAddress(userId);
    int number = tags.find(tag).orElseThrow(() -> UnknownTag.of(tag).inAddress()).number();
    tagging.apply(
        List.of(new TagChange(null, user, number, present, null, expiresAt, caller.subject())));
  }

  @GetMapping("/{tag}")
  @Answers("404 unknown-tag")
  @Operation(
      summary = "Whether the user has the tag",
      description = "A user who is not known has none.")
  Tagged get(@PathVariable String userId, @PathVariable String tag) {
    return new Tagged(
        users.has(UserId.inAddress(userId), tag).orElseThrow(() -> UnknownTag.of(tag).inAddress()));
  }

  @GetMapping
  @Operation(
      summary = "The user's tags by name; with absent=true the tags that the user lacks",
      description = "A user who is not known has none, and lacks all.")
  @UseCase("list-user-tags")
  TagNames list(@PathVariable String userId, @RequestParam(defaultValue = "false") boolean absent) {
    Set<Integer> ofUser = users.tagsOf(UserId.inAddress(userId)).orElse(Set.of());
    // Read after the numbers, so that a tag deleted in between is not among them.
    Map<Integer, String> named = absent ? tags.names() : tags.names(ofUser);
    return new TagNames(
        named.entrySet().stream()
            .filter(tag -> absent != ofUser.contains(tag.getKey()))
            .map(Map.Entry::getValue)
            .sorted()
            .toList());
  }
}
