package dev.storefront.fitment.imports;

import dev.storefront.common.lines.RejectedLine;
import dev.storefront.common.metrics.UseCase;
import dev.storefront.common.openapi.Answers;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunPage;
import dev.storefront.common.run.Runs;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.common.spool.Uploads;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.net.URI;
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

@RestController
@RequestMapping("/api/v1/fitment/imports")
@RequiresScope(Scope.OPERATOR)
@Tag(name = "imports")
class ImportController {

  private final Uploads<ImportRequest> uploads;
  private final Runs<ImportRequest, Progress> imports;

  ImportController(Uploads<ImportRequest> uploads, Runs<ImportRequest, Progress> imports) {
    this.uploads = uploads;
    this.imports = imports;
  }

  /** Where to ask how far it is. */
  record AcceptedImport(@Schema(example = "17") String id) {}

  @Operation(
      summary = "Replaces the fitment of many SKUs",
      description =
          "The file is taken in as a whole (202) and worked through in the background, each line"
              + " as a PUT of its SKU. A record that cannot be taken is rejected with its reason"
              + " and spoils no other. After a crash it goes on where it stopped. A dry run"
              + " counts and rejects, and writes nothing. In ACES XML, all applications of a"
              + " SKU's part numbers replace what was known of it, in one step, once the whole"
              + " file was read; a file that is not well-formed changes nothing.")
  @RequestBody(
      content = {
        @Content(
            mediaType = MediaType.APPLICATION_NDJSON_VALUE,
            schema = @Schema(type = "string"),
            examples =
                @ExampleObject(
                    "{\"skuId\":100001,\"kind\":\"SELF\",\"mainSkuId\":100001,\"vehicleIds\":[1000001,1000002]}\n")),
        @Content(
            mediaType = MediaType.APPLICATION_XML_VALUE,
            schema = @Schema(type = "string"),
            examples =
                @ExampleObject(
                    """
                    <ACES version="4.2">
                      <Header><SubmissionType>FULL</SubmissionType></Header>
                      <App action="A" id="1">
                        <BaseVehicle id="5911"/>
                        <Note>With sport suspension</Note>
                        <Qty>2</Qty>
                        <PartType id="1684"/>
                        <Position id="22"/>
                        <Part>BP-1044</Part>
                      </App>
                      <App action="A" id="2">
                        <Years from="2019" to="2021"/>
                        <Make name="Volkswagen"/>
                        <Model name="Golf"/>
                        <Qty>2</Qty>
                        <Part>BP-1044</Part>
                      </App>
                    </ACES>
                    """)),
        @Content(
            mediaType = MediaType.TEXT_XML_VALUE,
            schema = @Schema(type = "string", description = "as application/xml"))
      })
  @Answers({"202", "413 body-too-large", "429 too-busy"})
  @UseCase("take-import")
  @PostMapping(
      consumes = {
        MediaType.APPLICATION_NDJSON_VALUE,
        MediaType.APPLICATION_XML_VALUE,
        MediaType.TEXT_XML_VALUE
      })
  ResponseEntity<AcceptedImport> take(
      HttpServletRequest request, @RequestParam(defaultValue = "false") boolean dryRun)
      throws IOException {
    boolean xml = MediaType.parseMediaType(request.getContentType()).getSubtype().equals("xml");
    ImportFormat format = xml ? ImportFormat.ACES : ImportFormat.NDJSON;
    long id =
        uploads.take(request.getInputStream(), "", file -> new ImportRequest(format, dryRun, file));
    return ResponseEntity.accepted()
        .location(URI.create("/api/v1/fitment/imports/" + id))
        .body(new AcceptedImport(Long.toString(id)));
  }

  @Operation(summary = "The imports, the newest first")
  @UseCase("list-imports")
  @GetMapping
  RunPage<ImportView> list(
      @RequestParam(defaultValue = "20") @Min(1) @Max(1000) int limit,
      @RequestParam(required = false) @Nullable String cursor) {
    return imports.page(limit, cursor).map(run -> ImportView.of(run, null));
  }

  @Operation(summary = "How far an import is")
  @Answers("404 unknown-import")
  @UseCase("find-import")
  @GetMapping("/{id}")
  ImportView get(@PathVariable String id) {
    Run<ImportRequest, Progress> run = imports.existing(id, "import");
    return ImportView.of(run, imports.findings(run.id(), RejectedLine.class));
  }

  @Operation(
      summary = "Cancels an import",
      description =
          "No further record counts; what is written stays. In ACES XML nothing is before the whole"
              + " file was read. An import that is over stays as it is.")
  @Answers("404 unknown-import")
  @UseCase("cancel-import")
  @DeleteMapping("/{id}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void cancel(@PathVariable String id) {
    imports.cancel(imports.existing(id, "import").id());
  }
}
