package dev.storefront.usertag.audience;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Some users. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record UserPage(
    @Schema(
            description =
                "in the order in which they became known; may be fewer than limit, even none,"
                    + " before the end",
            example = "[\"xiaoming\", \"xiaohong\", \"xiaosi\"]")
        List<String> users,
    @Schema(description = "absent at the end") @Nullable String nextCursor) {}
