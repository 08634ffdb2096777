package dev.storefront.usertag.rule;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.Problem;
import dev.storefront.common.web.ProblemException;
import dev.storefront.usertag.tag.Tag;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tag.UnknownTag;
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

/** Rules by which other services' events give tags. */
@RestController
@RequestMapping("/api/v1/rules")
@RequiresScope(Scope.OPERATOR)
class RuleController {

  private static final String LIST = "rules";

  private final RuleTable table;
  private final TagCatalog tags;

  RuleController(RuleTable table, TagCatalog tags) {
    this.table = table;
    this.tags = tags;
  }

  /** Some rules, by name. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Rules(List<Rule> rules, @Nullable String nextCursor) {}

  @PutMapping("/{name}")
  @Answers({
    "201 a new rule",
    "200 one that was there",
    "400 invalid-request, unknown-tag",
    "409 too-many-rules"
  })
  @Operation(
      summary = "Make a rule, or change it",
      description =
          "Who has atLeast events of the topic within withinSeconds, all with the members in where,"
              + " is given the tag; if expiresAfterSeconds is said, until then after the last of"
              + " them. The user is an event's pin or userId. A click has no user: there it is its"
              + " visitor, under the id that is the click's client. Counting begins with the rule,"
              + " and anew when it is changed.")
  @UseCase("put-rule")
  ResponseEntity<Rule> put(
      @PathVariable @Pattern(regexp = Tag.NAME_PATTERN, message = "must match " + Tag.NAME_PATTERN)
          String name,
      @RequestBody @Valid RulePut rule) {
    if (tags.find(rule.tag()).isEmpty()) {
      throw UnknownTag.of(rule.tag()).inExpression();
    }
    return switch (table.put(name, rule)) {
      case CREATED ->
          ResponseEntity.created(URI.create("/api/v1/rules/" + name)).body(existing(name));
      case CHANGED -> ResponseEntity.ok(existing(name));
      case TOO_MANY ->
          throw Problem.of(
                  HttpStatus.CONFLICT,
                  "too-many-rules",
                  "There are %d rules, and cannot be more.".formatted(RuleTable.MOST_RULES))
              .toException();
    };
  }

  @GetMapping("/{name}")
  @Answers("404 unknown-rule")
  @Operation(summary = "A rule")
  @UseCase("get-rule")
  Rule get(@PathVariable String name) {
    return existing(name);
  }

  @GetMapping
  @Answers("400 invalid-request, invalid-cursor")
  @Operation(summary = "The rules by name")
  @UseCase("list-rules")
  Rules list(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    String after = cursor == null ? "" : Cursor.decode(LIST, cursor);
    List<Rule> found =
        table.all().stream().filter(rule -> rule.name().compareTo(after) > 0).toList();
    List<Rule> page = found.subList(0, Math.min(limit, found.size()));
    String next = found.size() > limit ? Cursor.encode(LIST, page.get(limit - 1).name()) : null;
    return new Rules(page, next);
  }

  @DeleteMapping("/{name}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Answers("404 unknown-rule")
  @Operation(
      summary = "Delete a rule",
      description = "It gives no tag any more. Tags that it has given stay until they end.")
  @UseCase("delete-rule")
  void delete(@PathVariable String name) {
    if (!table.delete(name)) {
      throw unknown(name);
    }
  }

  private Rule existing(String name) {
    return table.find(name).orElseThrow(() -> unknown(name));
  }

  private static ProblemException unknown(String name) {
    return Problem.of(
            HttpStatus.NOT_FOUND, "unknown-rule", "There is no rule '%s'.".formatted(name))
        .toException();
  }
}
