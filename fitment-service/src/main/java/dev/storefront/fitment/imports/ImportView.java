package dev.storefront.fitment.imports;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.storefront.common.lines.RejectedLine;
import dev.storefront.common.run.Run;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** An import as callers see it. */
record ImportView(
    @JsonUnwrapped ImportSummary summary,
    @Schema(description = "the first 1,000 of them") List<RejectedLine> rejected) {

  static ImportView of(Run<ImportRequest, Progress> run, List<RejectedRecord> rejected) {
    return new ImportView(
        ImportSummary.of(run),
        rejected.stream().map(r -> new RejectedLine(r.line(), r.reason())).toList());
  }
}
