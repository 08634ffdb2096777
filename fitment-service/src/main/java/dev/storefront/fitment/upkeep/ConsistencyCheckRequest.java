package dev.storefront.fitment.upkeep;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What to do about differences. */
record ConsistencyCheckRequest(
    @Schema(description = "true to end them; false if left out", example = "false")
        @Nullable Boolean repair) {}
