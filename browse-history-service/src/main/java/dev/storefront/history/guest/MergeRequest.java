package dev.storefront.history.guest;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/**
 * Whose history is to be taken over.
 *
 * @param guestToken an access token of scope {@code guest}
 */
record MergeRequest(
    @Schema(description = "The guest's access token", requiredMode = Schema.RequiredMode.REQUIRED)
        @NotBlank
        @Size(min = 1, max = 8192)
        @Nullable String guestToken) {

  /** Tokens stay out of logs. */
  @Override
  public String toString() {
    return "MergeRequest[]";
  }
}
