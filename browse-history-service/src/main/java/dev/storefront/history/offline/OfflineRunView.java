package dev.storefront.history.offline;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** An offline run as operators see it. */
record OfflineRunView(
    @Schema(example = "7") long id,
    RunState state,
    @Schema(description = "why it failed; absent unless it did")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String failure,
    @Schema(
            description =
                "when the schedule orders the step that failed again, at the soonest; absent unless"
                    + " it does")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Instant tryAgainAt,
    @Schema(example = "2026-11-20") LocalDate date,
    OfflineStep step,
    @Schema(description = "what its steps read, together", example = "120000") long rowsIn,
    @Schema(description = "what its steps wrote, together", example = "1600") long rowsOut,
    @Schema(
            description = "views that are in no row: repeated, too old, deleted, or too many",
            example = "4100")
        long rowsDropped,
    @Schema(description = "users whose row is another one", example = "800") long usersChanged,
    @Schema(description = "up to when all rows are complete, since this run; null before")
        @Nullable Instant watermark,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Schema(description = "the steps that are done") List<StepReport> steps) {

  /**
   * As operators see it.
   *
   * @param tryAgainAt what the schedule waits with
   */
  static OfflineRunView of(
      Run<OfflineRequest, OfflineProgress> run, Map<OfflineRequest, Instant> tryAgainAt) {
    List<StepReport> done = run.progress().done();
    return new OfflineRunView(
        run.id(),
        run.state(),
        run.failure(),
        run.state() == RunState.FAILED ? tryAgainAt.get(failed(run)) : null,
        run.request().date(),
        run.request().step(),
        sum(done, StepReport::rowsIn),
        sum(done, StepReport::rowsOut),
        sum(done, StepReport::rowsDropped),
        done.stream().mapToLong(StepReport::usersChanged).max().orElse(0),
        run.progress().watermark(),
        run.startedAt(),
        run.finishedAt(),
        done);
  }

  private static OfflineRequest failed(Run<OfflineRequest, OfflineProgress> run) {
    List<OfflineStep> steps = run.request().step().parts();
    int next = Math.min(run.progress().done().size(), steps.size() - 1);
    return new OfflineRequest(run.request().date(), steps.get(next));
  }

  private static long sum(List<StepReport> done, ToLongFunction<StepReport> count) {
    return done.stream().mapToLong(count).sum();
  }
}
