package dev.storefront.usertag.tag;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** A tag as callers see it. */
record TagView(
    @Schema(example = "vip") String tag,
    @Schema(example = "Bought for 1,000 or more in a year") String description,
    @Schema(
            description =
                "how many users have it; null in the reply to a PUT if nobody can say now",
            example = "3")
        @Nullable Long users) {}
