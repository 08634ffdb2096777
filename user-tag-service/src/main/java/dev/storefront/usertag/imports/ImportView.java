package dev.storefront.usertag.imports;

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
    @Schema(example = "vip") String tag,
    RunState state,
    @Schema(description = "why it failed; absent unless it did", example = "The tag was deleted.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String failure,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Schema(example = "7") long linesRead,
    @Schema(description = "users of the lines, each once; they have the tag now", example = "6")
        long usersTagged,
    @Schema(example = "1") long linesRejected,
    @Schema(description = "the first 1000 of them; empty in lists") List<RejectedLine> rejected) {

  static ImportView of(Run<TagImport, ImportProgress> run, List<RejectedLine> rejected) {
    ImportProgress progress = run.progress();
    return new ImportView(
        Long.toString(run.id()),
        run.request().tagName(),
        run.state(),
        run.failure(),
        run.createdAt(),
        run.startedAt(),
        run.finishedAt(),
        progress.linesRead(),
        progress.usersTagged(),
        progress.linesRejected(),
        rejected);
  }
}
