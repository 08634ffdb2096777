package dev.storefront.shortlink.link;

import dev.storefront.common.web.InvalidField;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What is to be different about a link; what is absent stays as it is.
 *
 * @param expiresAt null in JSON takes the link's end away, which an absent one does not
 */
record LinkChange(
    @Schema(example = "https://www.example.com/brake-discs") @Nullable String url,
    @Schema(
            type = "string",
            format = "date-time",
            nullable = true,
            example = "2031-01-01T00:00:00Z",
            description = "null takes the link's end away")
        @Nullable JsonNode expiresAt) {

  boolean isEmpty() {
    return url == null && expiresAt == null;
  }

  boolean takesEndAway() {
    return expiresAt != null && expiresAt.isNull();
  }

  /** The new end, null where none is told; what cannot be read becomes an error. */
  @Nullable Instant end(List<InvalidField> errors) {
    if (expiresAt == null || expiresAt.isNull()) {
      return null;
    }
    try {
      return Instant.parse(expiresAt.asString(""));
    } catch (DateTimeParseException notATime) {
      errors.add(new InvalidField("expiresAt", "must be an ISO-8601 UTC time"));
      return null;
    }
  }
}
