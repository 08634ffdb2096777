package dev.storefront.fitment.imports;

import dev.storefront.fitment.lines.RejectedLine;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** An import as callers see it. */
record ImportView(
    @Schema(example = "9f0c2a7be1d34f5586a7c8d9e0f1a2b3") String id,
    ImportState state,
    @Schema(example = "3") long linesRead,
    @Schema(example = "2") long skusWritten,
    @Schema(description = "SKUs times vehicles", example = "5400") long pairsWritten,
    @Schema(example = "1") long linesRejected,
    @Schema(description = "the first 1,000 of them") List<RejectedLine> rejected) {

  static ImportView of(FitmentImport found, List<RejectedLine> rejected) {
    return new ImportView(
        found.id(),
        found.state(),
        found.linesRead(),
        found.skusWritten(),
        found.pairsWritten(),
        found.linesRejected(),
        rejected);
  }
}
