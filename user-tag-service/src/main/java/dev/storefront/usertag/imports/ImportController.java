package dev.storefront.usertag.imports;

import dev.storefront.common.lines.RejectedLine;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.run.Runs;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.spool.Uploads;
import dev.storefront.common.web.Problem;
import dev.storefront.usertag.tag.Tag;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tag.UnknownTag;
import io.micrometer.core.annotation.Timed;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Tagging many users at once. */
@RestController
@RequestMapping("/api/v1/tags/{tag}/imports")
@RequiresScope(Scope.OPERATOR)
class ImportController {

  private final TagCatalog tags;
  private final Uploads<TagImport> uploads;
  private final Runs<TagImport, ImportProgress> imports;
  private final Clock clock;

  ImportController(
      TagCatalog tags,
      Uploads<TagImport> uploads,
      Runs<TagImport, ImportProgress> imports,
      Clock clock) {
    this.tags = tags;
    this.uploads = uploads;
    this.imports = imports;
    this.clock = clock;
  }

  /** Where to ask how far the import is. */
  record Accepted(@Schema(example = "17") String id) {}

  @PostMapping(consumes = MediaType.TEXT_PLAIN_VALUE)
  @Answers({"202", "404 unknown-tag", "413 body-too-large", "429 too-busy"})
  @Operation(
      summary = "Give the tag to many users",
      description =
          "The body is taken in as a whole (202); then its users are tagged in the background."
              + " Lines that are no user id are rejected and spoil no other.",
      requestBody =
          @RequestBody(
              description = "user ids, one a line, UTF-8",
              required = true,
              content =
                  @Content(
                      mediaType = MediaType.TEXT_PLAIN_VALUE,
                      schema = @Schema(type = "string"),
                      examples = @ExampleObject("xiaoming\nxiaohua\n"))))
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "import-tag"})
  ResponseEntity<Accepted> take(
      @PathVariable String tag,
      @Parameter(description = "what becomes of the users; only add is offered")
          @RequestParam(defaultValue = "add")
          @Pattern(regexp = "add", message = "must be add")
          String mode,
      @Parameter(hidden = true) HttpServletRequest request)
      throws IOException {
    Tag existing = existing(tag);
    long acceptedAt = clock.millis();
    long id =
        uploads
            .take(
                request.getInputStream(),
                existing.name(),
                file -> new TagImport(existing.number(), existing.name(), file, acceptedAt))
            .idOrRefusal();
    return ResponseEntity.status(HttpStatus.ACCEPTED)
        .location(URI.create("/api/v1/tags/%s/imports/%d".formatted(tag, id)))
        .body(new Accepted(Long.toString(id)));
  }

  @GetMapping("/{id}")
  @Answers("404 unknown-import")
  @Operation(summary = "How far an import is")
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "get-import"})
  ImportView get(@PathVariable String tag, @PathVariable String id) {
    Run<TagImport, ImportProgress> run = existing(tag, id);
    return ImportView.of(run, imports.findings(run.id(), RejectedLine.class));
  }

  @GetMapping
  @Operation(summary = "The tag's imports, the newest first")
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "list-imports"})
  RunPage<ImportView> list(
      @PathVariable String tag,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return imports.page(tag, limit, cursor).map(run -> ImportView.of(run, List.of()));
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Answers("404 unknown-import")
  @Operation(
      summary = "Cancel an import",
      description =
          "No further line counts. Who has the tag by then keeps it. An import that is over stays"
              + " as it is.")
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "cancel-import"})
  void cancel(@PathVariable String tag, @PathVariable String id) {
    imports.cancel(existing(tag, id).id());
  }

  private Run<TagImport, ImportProgress> existing(String tag, String id) {
    return imports
        .find(id)
        .filter(run -> run.request().tagName().equals(tag))
        .orElseThrow(
            () ->
                Problem.of(HttpStatus.NOT_FOUND, "unknown-import", "There is no such import.")
                    .toException());
  }

  private Tag existing(String name) {
    return tags.find(name).orElseThrow(() -> UnknownTag.of(name).inAddress());
  }
}
