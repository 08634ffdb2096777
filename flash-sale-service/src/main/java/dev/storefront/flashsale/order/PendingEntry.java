package dev.storefront.flashsale.order;

import dev.storefront.flashsale.ledger.LedgerEntry;
import dev.storefront.flashsale.ledger.LedgerEntry.Kind;
import dev.storefront.flashsale.ledger.LedgerItem;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private static final Pattern ORDER_ID = Pattern.compile("(" + LedgerEntry.ORDER_ID + ")\\|");

  /** What an entry of the ledger was about. */
  public static PendingEntry of(LedgerEntry entry) {
    return new PendingEntry(
        entry.promotionId(),
        entry.orderId(),
        entry.attempt(),
        entry.kind(),
        null,
        entry.quantity(),
        entry.ip(),
        entry.pin());
  }

  /** The grab of units that the ledger has as held. */
  public static PendingEntry ofHeld(LedgerItem item) {
    return new PendingEntry(
        item.promotionId(),
        item.orderId(),
        item.attempt(),
        Kind.GRAB,
        null,
        item.quantity(),
        item.ip(),
        item.pin());
  }

  /**
   * An entry of the ledger about these units: that they were released, or paid.
   *
   * @param why they were released; null if the attempt came to nothing, or they were paid
   */
  public LedgerEntry toEntry(Kind what, @Nullable CancelReason why, Instant now) {
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

  /**
   * As Redis holds it, for {@link #decode}. The order's id comes first in every version, so that
   * each can tell whose a note is that it cannot read.
   */
  public String encode() {
    String begun = reason == null ? kind.name() : kind + ":" + reason;
    return orderId + '|' + attempt + '|' + begun + '|' + quantity + '|' + ip + '|' + pin;
  }

  /** The entry that {@link #encode} gave, empty if it gave no such thing. */
  public static Optional<PendingEntry> decode(long promotionId, String member) {
    String[] parts = member.split("\\|", PARTS);
    if (parts.length < PARTS) {
      return Optional.empty();
    }
    String[] begun = parts[2].split(":", 2);
    try {
      return Optional.of(
          new PendingEntry(
              promotionId,
              parts[0],
              Long.parseLong(parts[1]),
              Kind.valueOf(begun[0]),
              begun.length > 1 ? CancelReason.valueOf(begun[1]) : null,
              Integer.parseInt(parts[3]),
              parts[4],
              parts[5]));
    } catch (IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }

  /** Whose a note is, though it may say nothing else that this version can read. */
  public static String orderIdOf(String member) {
    Matcher id = ORDER_ID.matcher(member);
    return id.lookingAt() ? id.group(1) : "?";
  }

  /** For logs, which have to do without addresses and accounts. */
  @Override
  public String toString() {
    return "%s of order %s, attempt %d, in promotion %d"
        .formatted(kind, orderId, attempt, promotionId);
  }
}
