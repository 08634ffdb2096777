package dev.storefront.usertag.audience;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which audiences are to be compared. */
@Schema(example = "{\"expressions\": [\"vip\", \"male AND NOT lost\"]}")
record OverlapRequest(
    @Schema(
            description =
                "1 to 20, each as for a query of users; together they name 64 tags at most",
            example = "[\"vip\", \"male AND NOT lost\"]")
        @NotNull(message = "is required")
        @Size(min = 1, max = OverlapRequest.MOST, message = "must be 1 to 20 expressions")
        List<@NotNull(message = "must not be null") String> expressions,
    @Schema(description = UserLists.RULE, example = "{\"staff\": [\"xiaoming\"]}")
        @Nullable Map<String, List<String>> lists,
    @Schema(
            description =
                "as it was when that day (UTC) ended, up to 90 days ago; left out, or today: as it"
                    + " is",
            example = "2026-11-20")
        @Nullable LocalDate asOf) {

  static final int MOST = 20;
}
