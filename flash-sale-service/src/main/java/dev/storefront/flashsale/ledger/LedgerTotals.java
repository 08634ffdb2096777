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
    @Schema(example = "58") long taken) {

  /** Of a promotion without entries. */
  public static final LedgerTotals NONE = new LedgerTotals(0, 0, 0);

  LedgerTotals plusGrabbed(long units) {
    return new LedgerTotals(grabbed + units, cancelled, taken + units);
  }

  LedgerTotals plusCancelled(long units) {
    return new LedgerTotals(grabbed, cancelled + units, taken - units);
  }
}
