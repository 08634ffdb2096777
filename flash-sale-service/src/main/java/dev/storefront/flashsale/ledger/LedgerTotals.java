package dev.storefront.flashsale.ledger;

import io.swagger.v3.oas.annotations.media.Schema;

/**
 * What the ledger comes to for a promotion, in units.
 *
 * @param taken grabbed less cancelled
 */
public record LedgerTotals(
    @Schema(example = "60") long grabbed,
    @Schema(example = "2") long cancelled,
    @Schema(example = "58") long taken) {}
