package dev.storefront.usertag.audience;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which users are to be counted. */
@Schema(example = "{\"expression\": \"vip AND NOT (lost OR mac)\"}")
record CountRequest(
    @Schema(description = "as for a query of users", example = "vip AND NOT (lost OR mac)")
        @NotNull(message = "is required")
        String expression,
    @Schema(description = UserLists.RULE, example = "{\"staff\": [\"xiaoming\"]}")
        @Nullable Map<String, List<String>> lists,
    @Schema(
            description =
                "as it was when that day (UTC) ended, up to 90 days ago; left out, or today: as it"
                    + " is",
            example = "2026-11-20")
        @Nullable LocalDate asOf) {}
