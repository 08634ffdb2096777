package dev.storefront.usertag.tag;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.usertag.segment.SegmentStore;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The tags themselves. */
@RestController
@RequestMapping("/api/v1/tags")
@RequiresScope(Scope.OPERATOR)
class TagController {

  private static final String LIST = "tags";

  private final TagRegistry registry;
  private final TagCatalog catalog;
  private final SegmentStore segments;

  TagController(TagRegistry registry, TagCatalog catalog, SegmentStore segments) {
    this.registry = registry;
    this.catalog = catalog;
    this.segments = segments;
  }

  @PutMapping("/{tag}")
  @Answers({"201 a new tag", "200 one that was there", "409 too-many-tags"})
  @Operation(
      summary = "Make a tag, or change its description",
      description = "201 for a new tag, 200 for one that was there.")
  @UseCase("put-tag")
  ResponseEntity<TagView> put(
      @PathVariable @Pattern(regexp = Tag.NAME_PATTERN, message = "must match " + Tag.NAME_PATTERN)
          String tag,
      @RequestBody(required = false) @Valid @Nullable TagRequest request) {
    String description =
        request == null || request.description() == null ? "" : request.description();
    TagPut outcome = registry.put(tag, description);
    if (outcome instanceof TagPut.Created created) {
      return ResponseEntity.created(URI.create("/api/v1/tags/" + tag))
          .body(view(created.tag(), 0L));
    }
    if (outcome instanceof TagPut.Updated updated) {
      return ResponseEntity.ok(view(updated.tag(), countIfPossible(updated.tag())));
    }
    throw Problem.of(
            HttpStatus.CONFLICT,
            "too-many-tags",
            "There are %d tags, and cannot be more."
                .formatted(((TagPut.TooManyTags) outcome).most()))
        .toException();
  }

  @GetMapping("/{tag}")
  @Answers("404 unknown-tag")
  @Operation(summary = "A tag and how many users have it")
  @UseCase("get-tag")
  TagView get(@PathVariable String tag) {
    return view(catalog.find(tag).orElseThrow(() -> UnknownTag.of(tag).inAddress()));
  }

  @DeleteMapping("/{tag}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Answers("404 unknown-tag")
  @Operation(
      summary = "Delete a tag",
      description =
          "It is gone at once for every call; the space of its marks is given back soon after. A"
              + " tag made anew under the name starts without users.")
  @UseCase("delete-tag")
  void delete(@PathVariable String tag) {
    if (!registry.remove(tag)) {
      throw UnknownTag.of(tag).inAddress();
    }
  }

  @GetMapping
  @Operation(summary = "The tags by name, each with how many users have it")
  @UseCase("list-tags")
  TagPage list(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    String after = cursor == null ? "" : Cursor.decode(LIST, cursor);
    List<Tag> found = catalog.page(after, limit + 1);
    List<Tag> page = found.subList(0, Math.min(limit, found.size()));
    String next = found.size() > limit ? Cursor.encode(LIST, page.get(limit - 1).name()) : null;
    return new TagPage(views(page), next);
  }

  /** Null if they cannot be counted now: what was carried out is not answered with an error. */
  private @Nullable Long countIfPossible(Tag tag) {
    try {
      return segments.counts(List.of(tag.number()))[0];
    } catch (ProblemException | BackendUnavailableException e) {
      return null;
    }
  }

  private TagView view(Tag tag) {
    return views(List.of(tag)).get(0);
  }

  private static TagView view(Tag tag, @Nullable Long users) {
    return new TagView(tag.name(), tag.description(), users);
  }

  private List<TagView> views(List<Tag> tags) {
    if (tags.isEmpty()) {
      return List.of();
    }
    long[] users = segments.counts(tags.stream().map(Tag::number).toList());
    return IntStream.range(0, tags.size()).mapToObj(i -> view(tags.get(i), users[i])).toList();
  }
}
