package dev.storefront.flashsale.units;

import dev.storefront.flashsale.order.PendingEntry;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A note as it lies in a promotion's bucket, whether or not this version of the service can read
 * it.
 *
 * @param member what Redis has, byte by byte
 */
public record PendingNote(long promotionId, int bucket, byte[] member) {

  /** What it says, empty if this version cannot read it. */
  public Optional<PendingEntry> entry() {
    return PendingEntry.decode(promotionId, text());
  }

  /** Whose it is, as far as that can be told. */
  public String orderId() {
    return PendingEntry.orderIdOf(text());
  }

  private String text() {
    return new String(member, StandardCharsets.UTF_8);
  }

  /** For logs, which have to do without addresses and accounts. */
  @Override
  public String toString() {
    return "note of order %s in promotion %d".formatted(orderId(), promotionId);
  }
}
