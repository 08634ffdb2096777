package dev.storefront.usertag.imports;

import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
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

/** Many tags of many users at once. */
@RestController
@RequestMapping("/api/v1/imports")
@RequiresScope(Scope.OPERATOR)
class CsvImportController {

  /** In the place of a tag's name, which has no comma. */
  private static final String MANY = "user,tag";

  private final ImportCalls imports;

  CsvImportController(ImportCalls imports) {
    this.imports = imports;
  }

  @PostMapping(
      consumes = {
        MediaType.TEXT_PLAIN_VALUE,
        ImportCalls.CSV,
        MediaType.APPLICATION_OCTET_STREAM_VALUE
      })
  @Answers({"202", "413 body-too-large", "429 too-busy"})
  @Operation(
      summary = "Give many tags to many users, or take them",
      description =
          "As the import of one tag. A line is a user id, a comma and a tag's name; a first line"
              + " user,tag and quotes may be there. What stands behind the last comma is the tag, and"
              + " one that does not exist rejects its line.",
      requestBody =
          @RequestBody(
              description =
                  "lines of user,tag in UTF-8, with or without such a first line; fields may be quoted",
              required = true,
              content =
                  @Content(
                      schema = @Schema(type = "string"),
                      examples = @ExampleObject("xiaoming,vip\nxiaohua,mobile\n"))))
  @UseCase("import-tags")
  ResponseEntity<AcceptedImport> take(
      @Parameter(description = "add: the users have the tags from now on; remove: they lack them")
          @Schema(defaultValue = "add")
          @RequestParam(required = false)
          @Pattern(regexp = "^(add|remove)$", message = "must be add or remove")
          @Nullable String mode,
      @Parameter(hidden = true) HttpServletRequest request)
      throws IOException {
    return imports.take(request, 0, MANY, ImportMode.of(mode));
  }

  @GetMapping("/{id}")
  @Answers("404 unknown-import")
  @Operation(summary = "How far an import of many tags is")
  @UseCase("get-tags-import")
  ImportView get(@PathVariable String id) {
    return imports.get(MANY, id);
  }

  @GetMapping
  @Operation(summary = "The imports of many tags, the newest first")
  @UseCase("list-tags-imports")
  RunPage<ImportView> list(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return imports.list(MANY, limit, cursor);
  }

  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  @Answers("404 unknown-import")
  @Operation(summary = "Cancel an import of many tags", description = "As of one tag.")
  @UseCase("cancel-tags-import")
  void cancel(@PathVariable String id) {
    imports.cancel(MANY, id);
  }
}
