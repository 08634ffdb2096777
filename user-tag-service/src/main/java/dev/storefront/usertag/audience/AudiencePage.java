package dev.storefront.usertag.audience;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some users of an audience. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record AudiencePage(
    @Schema(description = "how many users belong to it, as of the first page", example = "1")
        long count,
    @Schema(
            description =
                "in the order in which they became known; a page after the first may have fewer"
                    + " than limit, even none, before the end",
            example = "[\"xiaoming\"]")
        List<String> users,
    @Schema(description = "absent at the end") @Nullable String nextCursor) {}
