package dev.storefront.flashsale.units;

import dev.storefront.flashsale.order.PendingEntry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
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

  /** How many there are, each once, in however many buckets it lies. */
  static long countOnce(List<PendingNote> notes) {
    return notes.stream().map(note -> ByteBuffer.wrap(note.member)).distinct().count();
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
