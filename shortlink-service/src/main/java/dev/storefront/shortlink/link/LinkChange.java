package dev.storefront.shortlink.link;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

record LinkChange(
    @Schema(example = "https://www.example.com/brake-discs") @Nullable String url,
    @Schema(example = "2031-01-01T00:00:00Z") @Nullable Instant expiresAt) {}
