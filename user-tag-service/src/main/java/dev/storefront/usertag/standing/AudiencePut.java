package dev.storefront.usertag.standing;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** What a standing audience shall be. What a reply has besides is not looked at. */
@JsonIgnoreProperties({"name", "count", "state", "backfill"})
record AudiencePut(
    @Schema(
            description = "as for a query of users; may name other audiences, 8 deep",
            example = "(vip OR email) AND NOT lost")
        @NotNull(message = "is required")
        String expression,
    @Schema(description = "may be left out", example = "For the letter of the season")
        @Size(max = 1000, message = "must have at most 1000 characters")
        @Nullable String description) {

  String descriptionOrNone() {
    return description == null ? "" : description;
  }
}
