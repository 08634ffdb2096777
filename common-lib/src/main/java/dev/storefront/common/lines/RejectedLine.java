package dev.storefront.common.lines;

import io.swagger.v3.oas.annotations.media.Schema;

/**
 * A line that was not taken.
 *
 * @param line its number, from 1
 * @param reason what is wrong with it
 */
public record RejectedLine(
    @Schema(example = "3") long line, @Schema(example = "is not UTF-8") String reason) {}
