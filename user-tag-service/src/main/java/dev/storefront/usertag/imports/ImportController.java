package dev.storefront.usertag.imports;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.usertag.tag.Tag;
import dev.storefront.usertag.tag.TagCatalog;
import dev.storefront.usertag.tag.UnknownTag;
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

/** Tagging many users at once, or taking the tag from them. */
@RestController
@RequestMapping("/api/v1/tags/{tag}/imports")
@RequiresScope(Scope.OPERATOR)
class ImportController {

  private final TagCatalog tags;
  private final ImportCalls imports;

  ImportController(TagCatalog tags, ImportCalls imports) {
    this.tags = tags;
    this.imports = imports;
  }

  @PostMapping(
      consumes = {
        MediaType.TEXT_PLAIN_VALUE,
        ImportCalls.CSV,
        MediaType.APPLICATION_OCTET_STREAM_VALUE
      })
  @Answers({"202", "404 unknown-tag", "413 body-too-large", "429 too-busy"})
  @Operation(
      summary = "Give the tag to many users, or take it from them",
      description =
          "The body is taken in as a whole (202); the rest goes on in the background. Lines that"
              + " are no user id are rejected and spoil no other. The import holds since now:"
              + " what is given or taken later stays, whichever comes first.",
      requestBody =
          @RequestBody(
              description = "user ids, one a line, UTF-8",
              required = true,
              content =
                  @Content(
                      schema = @Schema(type = "string"),
                      examples = @ExampleObject("xiaoming\nxiaohua\n"))))
  @UseCase("import-tag")
  ResponseEntity<AcceptedImport> take(
      @PathVariable String tag,
      @Parameter(
              description =
                  "add: the users have the tag from now on; remove: they lack it; replace: they"
                      + " have it and all others lack it")
          @Schema(defaultValue = "add")
          @RequestParam(required = false)
          @Pattern(regexp = "^(add|remove|replace)$", message = "must be add, remove or replace")
          @Nullable String mode,
      @Parameter(hidden = true) HttpServletRequest request)
      throws IOException {
    Tag existing = existing(tag);
    return imports.take(request, existing.number(), existing.name(), ImportMode.of(mode));
  }

  @GetMapping("/{id}")
  @Answers("404 unknown-import")
  @Operation(summary = "How far an import is")
  @UseCase("get-import")
  ImportView get(@PathVariable String tag, @PathVariable String id) {
    return imports.get(tag, id);
  }

  @GetMapping
  @Answers("404 unknown-tag")
  @Operation(summary = "The tag's imports, the newest first")
  @UseCase("list-imports")
  RunPage<ImportView> list(
      @PathVariable String tag,
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return imports.list(existing(tag).name(), limit, cursor);
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Answers("404 unknown-import")
  @Operation(
      summary = "Cancel an import",
      description =
          "Nothing more is given or taken; what was by then stays so, and users whose ids were read"
              + " stay known. An import that is over stays as it is.")
  @UseCase("cancel-import")
  void cancel(@PathVariable String tag, @PathVariable String id) {
    imports.cancel(tag, id);
  }

  private Tag existing(String name) {
    return tags.find(name).orElseThrow(() -> UnknownTag.of(name).inAddress());
  }
}
