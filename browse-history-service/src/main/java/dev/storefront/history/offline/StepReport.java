package dev.storefront.history.offline;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/**
 * What a step did.
 *
 * @param rowsDropped views that are in no row: repeated, too old, deleted, or too many
 * @param usersChanged users whose row is another one; 0 for DELETES, which has none
 */
record StepReport(
    OfflineStep step,
    Instant startedAt,
    Instant finishedAt,
    @Schema(example = "120000") long rowsIn,
    @Schema(example = "800") long rowsOut,
    @Schema(example = "4100") long rowsDropped,
    @Schema(example = "800") long usersChanged) {}
