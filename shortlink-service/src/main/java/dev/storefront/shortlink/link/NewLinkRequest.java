package dev.storefront.shortlink.link;

import dev.storefront.shortlink.link.LinkOptions.Devices;
import dev.storefront.shortlink.link.LinkOptions.Utm;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

record NewLinkRequest(
    @Schema(
            description = "http or https, at most 2048 characters once it is encoded",
            example = "https://www.example.com/brake-pads?id=42",
            requiredMode = Schema.RequiredMode.REQUIRED)
        @Nullable String url,
    @Schema(description = "letters in the code", example = "6") @Min(5) @Max(7)
        @Nullable Integer tier,
    @Schema(
            description = "a name of your choice instead of a code, 3 to 32 characters",
            example = "spring-sale")
        @Nullable String slug,
    @Schema(
            description = "404 `not-yet-valid` before; a year of four digits",
            example = "2026-01-01T00:00:00Z")
        @Nullable Instant validFrom,
    @Schema(
            description = "when it ends, ahead and before the year 10000; absent: never",
            example = "2031-01-01T00:00:00Z")
        @Nullable Instant expiresAt,
    @Schema(description = "how often it redirects; absent: always", example = "100")
        @Nullable Integer maxVisits,
    @Schema(description = "at most 20, of 1 to 64 characters", example = "[\"spring\"]")
        @Nullable List<String> tags,
    @Schema(description = "asked for before it redirects; at most 72 bytes", example = "secret")
        @Nullable String password,
    @Schema(description = "parameters that the target gets") @Valid @Nullable Utm utm,
    @Schema(description = "whether a visitor's query goes on to the target", example = "true")
        @Nullable Boolean forwardQuery,
    @Schema(description = "other targets, by the visitor's device") @Nullable Devices devices) {}
