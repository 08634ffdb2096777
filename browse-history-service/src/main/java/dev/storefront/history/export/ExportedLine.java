package dev.storefront.history.export;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.storefront.history.core.Pauses.Pause;
import dev.storefront.history.core.View;
import dev.storefront.history.deletion.Deletion;
import dev.storefront.history.purchase.PaidSku;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing that is kept of a user; the members that its kind has not are absent.
 *
 * @param until the end of a pause, absent as long as it goes on
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ExportedLine(Kind kind, @Nullable Long skuId, Instant at, @Nullable Instant until) {

  /** What a line is about. */
  enum Kind {
    VIEW,
    CLEARING,
    PAUSE,
    DELETION,
    PURCHASE
  }

  static ExportedLine of(View view) {
    return new ExportedLine(Kind.VIEW, view.skuId(), time(view.viewedAt()), null);
  }

  static ExportedLine of(Deletion deletion) {
    return new ExportedLine(Kind.DELETION, deletion.skuId(), time(deletion.deletedAt()), null);
  }

  static ExportedLine of(PaidSku paid) {
    return new ExportedLine(Kind.PURCHASE, paid.skuId(), time(paid.paidAt()), null);
  }

  static ExportedLine clearing(long clearedAt) {
    return new ExportedLine(Kind.CLEARING, null, time(clearedAt), null);
  }

  static ExportedLine of(Pause pause) {
    Instant until = pause.to() == Pause.OPEN ? null : time(pause.to());
    return new ExportedLine(Kind.PAUSE, null, time(pause.from()), until);
  }

  private static Instant time(long millis) {
    return Instant.ofEpochMilli(millis);
  }
}
