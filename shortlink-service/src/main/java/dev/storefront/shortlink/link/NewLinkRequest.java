package dev.storefront.shortlink.link;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

record NewLinkRequest(
    @Schema(
            description = "http or https, at most 2048 characters",
            example = "https://www.example.com/brake-pads?id=42",
            requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable String url,
    @Schema(description = "letters in the code", example = "6") @Min(5) @Max(7)
        @Nullable Integer tier,
    @Schema(description = "a name of your choice instead of a code", example = "spring-sale")
        @Nullable String slug,
    @Schema(description = "when it ends; absent: never", example = "2031-01-01T00:00:00Z")
        @Nullable Instant expiresAt) {}
