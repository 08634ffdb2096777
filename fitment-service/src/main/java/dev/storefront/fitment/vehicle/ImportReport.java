package dev.storefront.fitment.vehicle;

import dev.storefront.common.lines.RejectedLine;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * What an import did. {@code imported + updated + rejectedCount} is the number of lines.
 *
 * @param imported vehicles that are new and got an offset
 * @param updated lines about vehicles that were known, or stood in the file before
 * @param rejectedCount lines that were not taken
 * @param rejected the first 1,000 of those
 */
record ImportReport(
    @Schema(example = "2") long imported,
    @Schema(example = "0") long updated,
    @Schema(example = "1") long rejectedCount,
    List<RejectedLine> rejected) {}
