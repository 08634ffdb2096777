package dev.storefront.fitment.lines;

import dev.storefront.common.lines.RejectedLine;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/**
 * What became of a table's rows.
 *
 * @param imported rows that were taken
 * @param rejectedCount rows that were not
 * @param rejected the first 1,000 of those
 */
public record LoadReport(
    @Schema(example = "2") long imported,
    @Schema(example = "1") long rejectedCount,
    List<RejectedLine> rejected) {}
