package dev.storefront.history.rebuild;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A rebuild as operators see it. */
record RebuildView(
    @Schema(example = "7") long id,
    RunState state,
    @Schema(description = "why it failed; absent unless it did")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String failure,
    @Schema(description = "null if it began by itself after Redis fell back")
        @Nullable Instant from,
    @Schema(
            description =
                "null if an operator ordered it; else since when Redis may lack something")
        @Nullable Instant lostSince,
    @Schema(description = "page views there are, 0 until that is known", example = "120000")
        long views,
    @Schema(description = "how many of them have been read", example = "80000") long read,
    @Schema(description = "how many Redis did not have", example = "310") long recorded,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt) {

  static RebuildView of(Run<RebuildRequest, RebuildProgress> run) {
    Long from = run.request().from();
    RebuildProgress progress = run.progress();
    return new RebuildView(
        run.id(),
        run.state(),
        run.failure(),
        from == null ? null : Instant.ofEpochMilli(from),
        from == null ? Instant.ofEpochMilli(run.request().lostSince()) : null,
        progress.total(),
        progress.read(),
        progress.recorded(),
        run.startedAt(),
        run.finishedAt());
  }
}
