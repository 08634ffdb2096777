package dev.storefront.acceptance.flashsale.proof;

import java.util.List;

/**
 * What the service has on record once all has settled.
 *
 * @param readAt epoch microseconds
 */
public record Books(
    long readAt, List<ItemRow> items, List<LedgerRow> ledger, List<Balance> balances) {

  /**
   * A row of grab_item.
   *
   * @param expiresAt epoch microseconds; 0 for none
   * @param reason empty for none
   */
  public record ItemRow(
      String orderId,
      long promotionId,
      long attempt,
      String status,
      int quantity,
      String pin,
      String ip,
      long expiresAt,
      String reason) {

    boolean holds() {
      return status.equals("GRABBED") || status.equals("PAID");
    }
  }

  /** A row of grab_ledger. */
  public record LedgerRow(
      String orderId, long promotionId, long attempt, String kind, int quantity) {}

  /**
   * A promotion by REST, in units.
   *
   * @param redisTaken -1 if Redis has no record
   * @param remaining as GET /promotions shows it
   */
  public record Balance(
      long promotionId, long redisTaken, long ledgerTaken, long difference, long remaining) {}
}
