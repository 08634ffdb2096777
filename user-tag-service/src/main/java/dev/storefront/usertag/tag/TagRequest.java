package dev.storefront.usertag.tag;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;

/** What a tag shall be. What a reply has besides is not looked at. */
@JsonIgnoreProperties({"tag", "users"})
record TagRequest(
    @Schema(description = "may be left out", example = "Bought for 1,000 or more in a year")
        @Size(max = 1000, message = "must have at most 1000 characters")
        @Nullable String description) {}
