package dev.storefront.flashsale.units;

import java.nio.charset.StandardCharsets;

/**
 * Units on their way from one bucket of a promotion to another.
 *
 * @param number of the lender's loans to this borrower, growing
 * @param units 0 once it is settled
 * @param since milliseconds since 1970
 * @param epoch of both buckets when it was lent
 */
record Loan(long promotionId, int from, int to, long number, long units, long since, String epoch) {

  private static final int PARTS = 4;

  /** The loan as {@code lendUnits.lua} notes it. */
  static Loan decode(long promotionId, int from, byte[] to, byte[] note) {
    String[] parts = new String(note, StandardCharsets.UTF_8).split("\\|", PARTS);
    return new Loan(
        promotionId,
        from,
        Integer.parseInt(new String(to, StandardCharsets.UTF_8)),
        Long.parseLong(parts[0]),
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]),
        parts[3]);
  }
}
