package dev.storefront.usertag.imports;

import dev.storefront.common.openapi.Answers;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
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
import java.io.IOException;
import java.net.URI;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Tagging many users at once. */
@RestController
@RequestMapping("/api/v1/tags/{tag}/imports")
@RequiresScope(Scope.OPERATOR)
class ImportController {

  private final TagCatalog tags;
  private final Imports imports;
  private final ImportTable table;

  ImportController(TagCatalog tags, Imports imports, ImportTable table) {
    this.tags = tags;
    this.imports = imports;
    this.table = table;
  }

  /** Where to ask how far the import is. */
  record Accepted(@Schema(example = "9f0c2a7be1d34f5586a7c8d9e0f1a2b3") String id) {}

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
      @PathVariable String tag, @Parameter(hidden = true) HttpServletRequest request)
      throws IOException {
    TakeOutcome outcome = imports.take(existing(tag), request.getInputStream());
    if (outcome instanceof TakeOutcome.Taken taken) {
      String id = taken.queued().id();
      return ResponseEntity.status(HttpStatus.ACCEPTED)
          .location(URI.create("/api/v1/tags/%s/imports/%s".formatted(tag, id)))
          .body(new Accepted(id));
    }
    throw (outcome instanceof TakeOutcome.TooLarge tooLarge ? problem(tooLarge) : tooBusy())
        .toException();
  }

  @GetMapping("/{id}")
  @Answers("404 unknown-import")
  @Operation(summary = "How far an import is")
  @Timed(
      value = "storefront.usecase",
      extraTags = {"name", "get-import"})
  ImportView get(@PathVariable String tag, @PathVariable String id) {
    TagImport found =
        imports
            .find(id)
            .filter(ofTag -> ofTag.tagName().equals(tag))
            .orElseThrow(
                () ->
                    Problem.of(HttpStatus.NOT_FOUND, "unknown-import", "There is no such import.")
                        .toException());
    return new ImportView(
        found.id(),
        found.tagName(),
        found.state(),
        found.linesRead(),
        found.usersTagged(),
        found.linesRejected(),
        table.rejected(id));
  }

  private static Problem problem(TakeOutcome.TooLarge tooLarge) {
    return Problem.of(
        HttpStatus.CONTENT_TOO_LARGE,
        "body-too-large",
        "The file is longer than %d bytes.".formatted(tooLarge.largest()));
  }

  private static Problem tooBusy() {
    return Problem.of(
        HttpStatus.TOO_MANY_REQUESTS, "too-busy", "Too many imports are waiting. Try again later.");
  }

  private Tag existing(String name) {
    return tags.find(name).orElseThrow(() -> UnknownTag.of(name).inAddress());
  }
}
