package dev.storefront.usertag.standing;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.usertag.tag.Tag;
import io.swagger.v3.oas.annotations.Operation;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.util.List;
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

/** The standing audiences themselves. */
@RestController
@RequestMapping("/api/v1/audiences")
@RequiresScope(Scope.OPERATOR)
class StandingAudienceController {

  private static final String LIST = "standing audiences";

  /** The others are calls of their own. */
  private static final String ONE = "/{name:(?s)(?!(?:query|count|explain|overlap)\\z).+}";

  private final AudienceRegistry registry;
  private final AudienceTable table;
  private final AudienceViews views;

  StandingAudienceController(AudienceRegistry registry, AudienceTable table, AudienceViews views) {
    this.registry = registry;
    this.table = table;
    this.views = views;
  }

  @PutMapping(ONE)
  @Answers({
    "201 a new audience",
    "200 one that was there",
    "400 invalid-request, invalid-expression, unknown-tag, unknown-audience, circular-audience,"
        + " expression-too-deep, expression-too-large",
    "409 too-many-audiences",
    "429 too-busy"
  })
  @Operation(
      summary = "Make a standing audience, or change it",
      description =
          "201 for a new audience, 200 for one that was there. Other expressions may name it with"
              + " @, and its users are counted every hour.")
  @UseCase("put-audience")
  ResponseEntity<AudienceView> put(
      @PathVariable @Pattern(regexp = Tag.NAME_PATTERN, message = "must match " + Tag.NAME_PATTERN)
          String name,
      @RequestBody @Valid AudiencePut request) {
    return switch (registry.put(name, request.expression(), request.descriptionOrNone())) {
      case CREATED ->
          ResponseEntity.created(URI.create("/api/v1/audiences/" + name))
              .body(views.countedIfPossible(table.existing(name)));
      case CHANGED -> ResponseEntity.ok(views.countedIfPossible(table.existing(name)));
      case TOO_MANY ->
          throw conflict("too-many-audiences", "There are as many audiences as there may be.");
    };
  }

  @GetMapping(ONE)
  @Answers({"404 unknown-audience", "429 too-busy"})
  @Operation(summary = "A standing audience and how many users it has")
  @UseCase("get-audience")
  AudienceView get(@PathVariable String name) {
    return views.counted(table.existing(name));
  }

  @DeleteMapping(ONE)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Answers({"404 unknown-audience", "409 audience-in-use"})
  @Operation(
      summary = "Delete a standing audience",
      description = "Its counts go with it. 409 audience-in-use while another one names it.")
  @UseCase("delete-audience")
  void delete(@PathVariable String name) {
    switch (registry.remove(name)) {
      case REMOVED -> {}
      case UNKNOWN -> throw AudienceTable.unknown(name);
      case IN_USE -> throw conflict("audience-in-use", "Another audience names this one.");
    }
  }

  @GetMapping
  @Operation(
      summary = "The standing audiences by name",
      description =
          "How many users they have is counted with the call, for some second at most: of those"
              + " that are left then, or that cannot be counted now, it is as last counted.")
  @UseCase("list-audiences")
  StandingPage list(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    String after = cursor == null ? "" : Cursor.decode(LIST, cursor);
    List<StandingAudience> found = table.page(after, limit + 1);
    List<StandingAudience> page = found.subList(0, Math.min(limit, found.size()));
    String next = found.size() > limit ? Cursor.encode(LIST, page.get(limit - 1).name()) : null;
    return new StandingPage(views.countedIfPossible(page), next);
  }

  private static ProblemException conflict(String code, String detail) {
    return Problem.of(HttpStatus.CONFLICT, code, detail).toException();
  }
}
