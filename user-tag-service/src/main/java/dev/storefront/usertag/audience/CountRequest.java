package dev.storefront.usertag.audience;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;

/** Which users are to be counted. */
record CountRequest(
    @Schema(description = "as for a query of users", example = "vip AND NOT (lost OR mac)")
        @NotNull(message = "is required")
        String expression) {}
