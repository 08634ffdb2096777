package dev.storefront.flashsale.order;

import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A note in a promotion's slot that something was begun which the ledger is not yet known to have.
 * It says enough to write the ledger's entry without anything else. One that gets old was left
 * behind by a crash or an outage.
 *
 * @param reason why a CANCEL was begun, else null
 */
public record PendingEntry(
    long promotionId,
    String orderId,
    long attempt,
    Kind kind,
    @Nullable CancelReason reason,
    int quantity,
    String ip,
    String pin) {

  private static final int PARTS = 6;

  /**
   * The ledger's entry by which these units came back.
   *
   * @param why null if the attempt came to nothing
   */
  public LedgerEntry toCancel(@Nullable CancelReason why, Instant now) {
    return toEntry(Kind.CANCEL, why, now);
  }

  /** The ledger's entry by which they were paid. */
  public LedgerEntry toPay(Instant now) {
    return toEntry(Kind.PAY, null, now);
  }

  private LedgerEntry toEntry(Kind what, @Nullable CancelReason why, Instant now) {
    return new LedgerEntry(
        LedgerEntry.idOf(what, orderId, promotionId, attempt),
        what,
        promotionId,
        orderId,
        attempt,
        quantity,
        null,
        null,
        pin,
        ip,
        why == null ? null : why.name(),
        null,
        now.toEpochMilli());
  }

  /** As Redis holds it, for {@link #decode}. */
  public String encode() {
    String begun = reason == null ? kind.name() : kind + ":" + reason;
    return "%s|%d|%s|%d|%s|%s".formatted(orderId, attempt, begun, quantity, ip, pin);
  }

  /**
   * The entry that {@link #encode} gave.
   *
   * @throws IllegalArgumentException if it gave no such thing
   */
  public static PendingEntry decode(long promotionId, String member) {
    String[] parts = member.split("\\|", PARTS);
    if (parts.length < PARTS) {
      throw new IllegalArgumentException("No note: " + member);
    }
    String[] begun = parts[2].split(":");
    return new PendingEntry(
        promotionId,
        parts[0],
        Long.parseLong(parts[1]),
        Kind.valueOf(begun[0]),
        begun.length > 1 ? CancelReason.valueOf(begun[1]) : null,
        Integer.parseInt(parts[3]),
        parts[4],
        parts[5]);
  }
}
