package dev.storefront.flashsale.recovery;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunState;
import dev.storefront.flashsale.recovery.RecoveryProgress.Wait;
import dev.storefront.flashsale.recovery.RecoveryTable.Failure;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recovery as operators see it. */
record RecoveryView(
    @Schema(example = "3") long id,
    @Schema(example = "RUNNING") RunState state,
    @Schema(description = "why it is `FAILED`", example = "1 of 12 promotions stay closed")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String reason,
    @Schema(description = "true if the service found the loss by itself") boolean automatic,
    @Schema(example = "12") int promotions,
    @Schema(description = "rebuilt, and open again if they were", example = "11") int done,
    @Schema(description = "those that stay closed", example = "0") int failed,
    @Schema(description = "orders' items read from the ledger", example = "48000") long rowsRead,
    @Schema(description = "from when on the ledger's topic is written to MySQL once more")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Instant replayFrom,
    @Schema(description = "entries of the topic that were, so far", example = "0") long replayed,
    @Schema(example = "LEDGER") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Wait waitingFor,
    @Schema(
            description = "how often an instance went on with it after another one died",
            example = "0")
        int takeovers,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Schema(
            description =
                "why promotions stay closed, or are closed for longer than usual, the first 100;"
                    + " empty in lists")
        List<Failure> failures) {

  static RecoveryView of(Run<RecoveryRequest, RecoveryProgress> run, List<Failure> failures) {
    RecoveryProgress progress = run.progress();
    return new RecoveryView(
        run.id(),
        run.state(),
        run.failure(),
        run.request().automatic(),
        run.request().promotions(),
        progress.done(),
        progress.failed(),
        progress.rowsRead(),
        run.request().replayFrom(),
        progress.replayed(),
        run.state().isOver() ? null : progress.waitingFor(),
        run.takeovers(),
        run.startedAt(),
        run.finishedAt(),
        failures);
  }
}
