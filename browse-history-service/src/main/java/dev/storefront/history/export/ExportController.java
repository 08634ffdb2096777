package dev.storefront.history.export;

import dev.storefront.common.security.Caller;
import dev.storefront.common.security.RequiresScope;
import dev.storefront.common.security.Scope;
import dev.storefront.history.admission.Admission;
import dev.storefront.history.admission.RateLimited;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.json.JsonMapper;

@RestController
@RequestMapping("/api/v1/history/export")
@RequiresScope({Scope.USER, Scope.GUEST})
@Tag(name = "history")
@RateLimited
class ExportController {

  private final Admission admission;
  private final HistoryExport export;
  private final JsonMapper json;

  ExportController(Admission admission, HistoryExport export, JsonMapper json) {
    this.admission = admission;
    this.export = export;
    this.json = json;
  }

  @Operation(
      summary = "All that is kept of the caller",
      description =
          "A line for each view, clearing, pause, deletion and purchase, also of what does not"
              + " show. 503 if a store does not answer, or cold views are switched off. A reply"
              + " that breaks off ends without the last chunk: the client sees an error.",
      responses =
          @ApiResponse(
              responseCode = "200",
              content =
                  @Content(
                      mediaType = MediaType.APPLICATION_NDJSON_VALUE,
                      schema = @Schema(type = "string"),
                      examples =
                          @ExampleObject(
                              "{\"kind\":\"VIEW\",\"skuId\":100001,\"at\":\"2026-11-22T08:00:00Z\"}\n"))))
  @GetMapping(produces = MediaType.APPLICATION_NDJSON_VALUE)
  void export(Caller caller, HttpServletResponse response) throws IOException {
    String user = admission.admit("export-history", caller);
    response.setContentType(MediaType.APPLICATION_NDJSON_VALUE);
    export.write(
        user,
        line -> {
          OutputStream out = response.getOutputStream();
          out.write(json.writeValueAsBytes(line));
          out.write('\n');
        });
  }
}
