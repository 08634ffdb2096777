package dev.storefront.usertag.standing;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/** How many users an audience had. */
record HourCount(
    @Schema(description = "when the hour began") Instant hour,
    @Schema(description = "when they were counted") Instant countedAt,
    @Schema(example = "2") long count) {}
