package dev.storefront.usertag.tag;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** What a tag shall be. */
record TagRequest(
    @Schema(description = "may be left out", example = "Bought for 1,000 or more in a year")
        @Size(max = 1000, message = "must have at most 1000 characters")
        @Nullable String description) {}
