package dev.storefront.fitment.imports;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.lines.RejectedLine;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An import as callers see it. */
record ImportView(
    @Schema(example = "17") String id,
    ImportFormat format,
    @Schema(description = "nothing is written, only counted", example = "false") boolean dryRun,
    RunState state,
    @Schema(description = "why it failed; absent unless it did", example = "Line 7: is no XML.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String failure,
    Instant createdAt,
    Instant updatedAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Schema(description = "the length of the file", example = "81920") long fileBytes,
    @Schema(description = "how much of it is done with", example = "81920") long bytesRead,
    @Schema(example = "3") long linesRead,
    @Schema(example = "2") long skusWritten,
    @Schema(description = "the SKUs' vehicles, added up", example = "5400") long pairsWritten,
    @Schema(example = "1") long linesRejected,
    @Schema(description = "the first 1,000 of them; absent in lists")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable List<RejectedLine> rejected) {

  /**
   * @param rejected null in a list
   */
  static ImportView of(Run<ImportRequest, Progress> run, @Nullable List<RejectedLine> rejected) {
    ImportRequest request = run.request();
    Progress progress = run.progress();
    return new ImportView(
        Long.toString(run.id()),
        request.format(),
        request.dryRun(),
        run.state(),
        run.failure(),
        run.createdAt(),
        run.updatedAt(),
        run.startedAt(),
        run.finishedAt(),
        request.file().bytes(),
        progress.bytes(),
        progress.lines(),
        progress.skus(),
        progress.pairs(),
        progress.rejected(),
        rejected);
  }
}
