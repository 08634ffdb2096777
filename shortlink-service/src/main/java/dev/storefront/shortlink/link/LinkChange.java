package dev.storefront.shortlink.link;

import dev.storefront.shortlink.link.LinkOptions.Devices;
import dev.storefront.shortlink.link.LinkOptions.Utm;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is to be different about a link; what is absent stays as it is, null in JSON (here: empty)
 * takes it away (not the {@code url}). Each member takes the place of the whole of what was there.
 */
@SuppressWarnings("NullableOptional") // JSON tells absent from null
record LinkChange(
    @Schema(example = "https://www.example.com/brake-discs") @Nullable Optional<String> url,
    @Schema(nullable = true, example = "2026-01-01T00:00:00Z")
        @Nullable Optional<Instant> validFrom,
    @Schema(
            nullable = true,
            example = "2031-01-01T00:00:00Z",
            description = "null takes the link's end away")
        @Nullable Optional<Instant> expiresAt,
    @Schema(nullable = true, example = "100") @Nullable Optional<Integer> maxVisits,
    @Schema(nullable = true, example = "[\"spring\"]") @Nullable Optional<List<String>> tags,
    @Schema(nullable = true, example = "secret") @Nullable Optional<String> password,
    @Schema(nullable = true) @Nullable Optional<@Valid Utm> utm,
    @Schema(nullable = true, example = "true") @Nullable Optional<Boolean> forwardQuery,
    @Schema(nullable = true) @Nullable Optional<Devices> devices) {

  private static final LinkChange NOTHING =
      new LinkChange(null, null, null, null, null, null, null, null, null);

  boolean isEmpty() {
    return equals(NOTHING);
  }
}
