package dev.storefront.fitment.upkeep;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** What to rebuild. */
record RebuildRequest(
    @Schema(description = "the Redis cluster; all if left out", example = "default")
        @Nullable String cluster) {}
