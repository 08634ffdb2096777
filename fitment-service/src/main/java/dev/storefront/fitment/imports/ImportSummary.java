package dev.storefront.fitment.imports;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/** An import as a list shows it. */
record ImportSummary(
    @Schema(example = "9f0c2a7be1d34f5586a7c8d9e0f1a2b3") String id,
    ImportFormat format,
    @Schema(description = "nothing is written, only counted", example = "false") boolean dryRun,
    ImportState state,
    @Schema(description = "why it failed; absent unless it did", example = "Line 7: is no XML.")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        String failure,
    Instant createdAt,
    Instant updatedAt,
    @Schema(description = "the length of the file", example = "81920") long fileBytes,
    @Schema(description = "how much of it is done with", example = "81920") long bytesRead,
    @Schema(example = "3") long linesRead,
    @Schema(example = "2") long skusWritten,
    @Schema(description = "the SKUs' vehicles, added up", example = "5400") long pairsWritten,
    @Schema(example = "1") long linesRejected) {

  static ImportSummary of(FitmentImport found) {
    Progress progress = found.progress();
    return new ImportSummary(
        found.id(),
        found.format(),
        found.dryRun(),
        found.state(),
        found.failure(),
        found.createdAt(),
        found.updatedAt(),
        found.fileBytes(),
        progress.bytes(),
        progress.lines(),
        progress.skus(),
        progress.pairs(),
        progress.rejected());
  }
}
