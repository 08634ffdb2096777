package dev.storefront.usertag.imports;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.lines.RejectedLine;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An import as callers see it. */
record ImportView(
    @Schema(example = "17") String id,
    @Schema(description = "absent if each line names its own", example = "vip")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String tag,
    @Schema(allowableValues = {"add", "remove", "replace"}) String mode,
    RunState state,
    @Schema(description = "why it failed; absent unless it did", example = "The tag was deleted.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String failure,
    Instant createdAt,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Schema(example = "7") long linesRead,
    @Schema(
            description =
                "users who were given the tag, each once, also those who had it; of lines that name"
                    + " tags, each user and tag once",
            example = "6")
        long usersTagged,
    @Schema(description = "in the same way, those from whom it was taken", example = "0")
        long usersUntagged,
    @Schema(example = "1") long linesRejected,
    @Schema(description = "the first 1000 of them; empty in lists") List<RejectedLine> rejected) {

  static ImportView of(Run<TagImport, ImportProgress> run, List<RejectedLine> rejected) {
    TagImport request = run.request();
    ImportProgress progress = run.progress();
    ImportMode mode = Objects.requireNonNullElse(request.mode(), ImportMode.ADD);
    return new ImportView(
        Long.toString(run.id()),
        request.tag() == 0 ? null : request.tagName(),
        mode.name().toLowerCase(Locale.ROOT),
        run.state(),
        run.failure(),
        run.createdAt(),
        run.startedAt(),
        run.finishedAt(),
        progress.linesRead(),
        progress.usersTagged(),
        progress.usersUntagged(),
        progress.linesRejected(),
        rejected);
  }
}
