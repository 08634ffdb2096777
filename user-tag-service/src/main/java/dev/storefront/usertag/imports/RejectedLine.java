package dev.storefront.usertag.imports;

import io.swagger.v3.oas.annotations.media.Schema;

/**
 * A line that is no user id.
 *
 * @param line its number, from 1
 * @param reason what is wrong with it
 */
record RejectedLine(
    @Schema(example = "3") long line, @Schema(example = "is empty") String reason) {}
