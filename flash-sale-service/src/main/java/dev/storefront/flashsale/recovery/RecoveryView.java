package dev.storefront.flashsale.recovery;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.flashsale.recovery.Recovery.State;
import dev.storefront.flashsale.recovery.Recovery.Wait;
import dev.storefront.flashsale.recovery.RecoveryTable.Failure;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recovery as operators see it. */
record RecoveryView(
    @Schema(example = "3") long id,
    @Schema(example = "RUNNING") State state,
    @Schema(description = "true if the service found the loss by itself") boolean automatic,
    @Schema(example = "12") int promotions,
    @Schema(description = "rebuilt, and open again if they were", example = "11") int done,
    @Schema(description = "those that stay closed", example = "0") int failed,
    @Schema(description = "orders' items read from the ledger", example = "48000") long rowsRead,
    @Schema(example = "LEDGER") @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable Wait waitingFor,
    @Schema(description = "how often another instance went on with it", example = "0")
        int takeovers,
    Instant startedAt,
    @Nullable Instant finishedAt,
    @Schema(
            description =
                "why promotions stay closed, or are closed for longer than usual, the first 100; empty"
                    + " in lists")
        List<Failure> failures) {

  static RecoveryView of(Recovery recovery, List<Failure> failures) {
    return new RecoveryView(
        recovery.id(),
        recovery.state(),
        recovery.automatic(),
        recovery.promotions(),
        recovery.done(),
        recovery.failed(),
        recovery.rowsRead(),
        recovery.waitingFor(),
        recovery.takeovers(),
        recovery.startedAt(),
        recovery.finishedAt(),
        failures);
  }
}
