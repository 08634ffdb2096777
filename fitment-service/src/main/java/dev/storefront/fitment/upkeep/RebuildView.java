package dev.storefront.fitment.upkeep;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A rebuild as callers see it. */
record RebuildView(
    @Schema(example = "7") long id,
    RunState state,
    @Schema(description = "why it failed; absent unless it did")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String failure,
    @Schema(description = "the Redis cluster; null for all", example = "default")
        @Nullable String cluster,
    @Schema(description = "how many there were at the start", example = "20000") long shelves,
    @Schema(description = "how many have been looked at", example = "12000") long done,
    @Schema(description = "written anew where they were", example = "11990") long rewritten,
    @Schema(description = "written anew on another cluster than before", example = "0") long moved,
    @Schema(
            description =
                "not written: those whose cluster did not answer are written once it does, those"
                    + " whose last move other cells have not heard of yet by another rebuild",
            example = "10")
        long unreached,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt) {

  static RebuildView of(Run<UpkeepRequest, UpkeepProgress> run) {
    Tally tally = run.progress().tally();
    return new RebuildView(
        run.id(),
        run.state(),
        run.failure(),
        run.request().cluster(),
        run.request().shelves(),
        tally.done(),
        tally.rewritten(),
        tally.moved(),
        tally.unreached(),
        run.startedAt(),
        run.finishedAt());
  }
}
