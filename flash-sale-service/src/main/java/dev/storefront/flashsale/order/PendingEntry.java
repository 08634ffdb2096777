package dev.storefront.flashsale.order;

import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A note in a promotion's slot that something was begun which the ledger is not yet known to have.
 * It says enough to write the ledger's entry without anything else. One that gets old was left
 * behind by a crash or an outage.
 */
public record PendingEntry(
    long promotionId,
    String orderId,
    long attempt,
    Kind kind,
    int quantity,
    String ip,
    String pin) {

  private static final int PARTS = 6;

  /** The same units, begun for another purpose. */
  public PendingEntry as(Kind other) {
    return new PendingEntry(promotionId, orderId, attempt, other, quantity, ip, pin);
  }

  /** The ledger's entry. */
  public LedgerEntry toEntry(@Nullable CancelReason reason, Instant now) {
    return new LedgerEntry(
        LedgerEntry.idOf(kind, orderId, promotionId, attempt),
        kind,
        promotionId,
        orderId,
        attempt,
        quantity,
        null,
        pin,
        ip,
        reason == null ? null : reason.name(),
        null,
        now.toEpochMilli());
  }

  /** As Redis holds it, for {@link #decode}. */
  public String encode() {
    return "%s|%d|%s|%d|%s|%s".formatted(orderId, attempt, kind, quantity, ip, pin);
  }

  /** The entry that {@link #encode} gave. */
  public static PendingEntry decode(long promotionId, String member) {
    String[] parts = member.split("\\|", PARTS);
    return new PendingEntry(
        promotionId,
        parts[0],
        Long.parseLong(parts[1]),
        Kind.valueOf(parts[2]),
        Integer.parseInt(parts[3]),
        parts[4],
        parts[5]);
  }
}
