package dev.storefront.flashsale.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the ledger comes to for one item of an order.
 *
 * @param status GRABBED, PAID or CANCELLED
 * @param items all that the order asks for, as {@link LedgerEntry#items}
 * @param remaining what was left in the promotion after the grab, null where that is not known
 * @param expiresAt until when it has to be paid, null where that is not known
 */
public record LedgerItem(
    String orderId,
    long promotionId,
    long attempt,
    String status,
    int quantity,
    @Nullable String items,
    @Nullable Integer remaining,
    String pin,
    String ip,
    @Nullable String reason,
    @Nullable Instant expiresAt) {

  static LedgerItem map(ResultSet row, int index) throws SQLException {
    int remaining = row.getInt("remaining");
    Integer left = row.wasNull() ? null : remaining;
    long expiresAt = row.getLong("expires_at");
    Instant expires = row.wasNull() ? null : Instant.ofEpochMilli(expiresAt);
    return new LedgerItem(
        row.getString("order_id"),
        row.getLong("promotion_id"),
        row.getLong("attempt"),
        row.getString("status"),
        row.getInt("quantity"),
        row.getString("items"),
        left,
        row.getString("pin"),
        row.getString("ip"),
        row.getString("reason"),
        expires);
  }

  /** True if its units are held for somebody who may still pay. */
  public boolean isUnpaid() {
    return status.equals("GRABBED");
  }

  /** False if its units were released. */
  public boolean isHeld() {
    return !status.equals("CANCELLED");
  }

  /** For logs, which have to do without addresses and accounts. */
  @Override
  public String toString() {
    return "item of order %s in promotion %d, attempt %d, %s"
        .formatted(orderId, promotionId, attempt, status);
  }
}
