package dev.storefront.usertag.tagging;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * When a mark ends by itself, or that it has.
 *
 * @param isOver true if it has
 * @param changedAt since when the user has the tag, epoch milliseconds: of another time it is
 *     another mark
 * @param expiresAt epoch milliseconds
 */
record Expiry(long ordinal, int tag, boolean isOver, long changedAt, long expiresAt) {

  /** As all take locks. */
  static final Comparator<Expiry> IN_ORDER =
      Comparator.comparingLong(Expiry::ordinal).thenComparingInt(Expiry::tag);

  /** Null if time has nothing to do with the change. */
  static @Nullable Expiry of(long ordinal, TagChange change, long changedAt) {
    return change.expiresAt() == null
        ? null
        : new Expiry(ordinal, change.tag(), !change.present(), changedAt, change.expiresAt());
  }
}
