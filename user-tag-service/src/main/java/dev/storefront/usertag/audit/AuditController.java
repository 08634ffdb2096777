package dev.storefront.usertag.audit;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.web.Cursor;
import dev.storefront.usertag.audit.AuditTrail.Place;
import dev.storefront.usertag.tag.Tag;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tag.UnknownTag;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who gave a tag and took it. */
@RestController
@RequestMapping("/api/v1/tags/{tag}/audit")
@RequiresScope(Scope.OPERATOR)
class AuditController {

  private final AuditTrail trail;
  private final TagCatalog tags;
  private final UserDirectory users;

  AuditController(AuditTrail trail, TagCatalog tags, UserDirectory users) {
    this.trail = trail;
    this.tags = tags;
    this.users = users;
  }

  /** A change, as callers see it. */
  record Change(
      @Schema(description = "since when that holds") Instant changedAt,
      @Schema(example = "alice") String userId,
      @Schema(description = "whether the user came to have the tag, or lost it") boolean present,
      @Schema(
              description = "the caller's subject, or the topic, the import, the rule, or expiry",
              example = "order-app")
          String by) {}

  /** Some of the changes, the newest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record ChangePage(List<Change> changes, @Nullable String nextCursor) {}

  @GetMapping
  @Answers({"400 invalid-request, invalid-cursor", "404 unknown-tag"})
  @Operation(
      summary = "Who gave the tag and took it, the newest first",
      description =
          "Only what made a difference: a tag that is given again is no change. Changes are kept"
              + " for 90 days, unless the service is set otherwise; those of an erased user are"
              + " gone. A page may have fewer changes than limit and yet a nextCursor.")
  @UseCase("audit-tag")
  ChangePage list(
      @PathVariable("tag") String name,
      @Parameter(description = "changes of this user alone") @RequestParam(required = false)
          @Nullable String userId,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    Tag tag = tags.find(name).orElseThrow(() -> UnknownTag.of(name).inAddress());
    OptionalLong ordinal =
        userId == null ? OptionalLong.empty() : users.find(UserId.inAddress(userId));
    String list = "audit %d %s".formatted(tag.number(), userId);
    Place before = cursor == null ? Place.NEWEST : place(Cursor.decodeLongs(list, cursor, 3));
    if (userId != null && ordinal.isEmpty()) {
      return new ChangePage(List.of(), null);
    }
    AuditTrail.Page page = trail.page(tag.number(), ordinal, before, limit);
    Place last = page.last();
    return new ChangePage(
        changes(page.entries()),
        last == null ? null : Cursor.encode(list, last.time(), last.id(), last.ordinal()));
  }

  private List<Change> changes(List<AuditEntry> page) {
    Map<Long, String> ids =
        users.readIds(page.stream().map(AuditEntry::ordinal).distinct().toList());
    return page.stream()
        .filter(entry -> ids.containsKey(entry.ordinal())) // else erased meanwhile
        .map(
            entry ->
                new Change(
                    Instant.ofEpochMilli(entry.changedAt()),
                    Objects.requireNonNull(ids.get(entry.ordinal())),
                    entry.present(),
                    entry.by()))
        .toList();
  }

  private static Place place(long[] parts) {
    return new Place(parts[0], parts[1], parts[2]);
  }
}
