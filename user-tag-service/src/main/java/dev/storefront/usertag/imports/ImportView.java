package dev.storefront.usertag.imports;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** An import as callers see it. */
record ImportView(
    @Schema(example = "9f0c2a7be1d34f5586a7c8d9e0f1a2b3") String id,
    @Schema(example = "vip") String tag,
    ImportState state,
    @Schema(example = "7") long linesRead,
    @Schema(description = "users of the lines, each once; they have the tag now", example = "6")
        long usersTagged,
    @Schema(example = "1") long linesRejected,
    @Schema(description = "the first 1000 of them") List<RejectedLine> rejected) {}
