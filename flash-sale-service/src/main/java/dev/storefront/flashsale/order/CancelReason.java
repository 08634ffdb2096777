package dev.storefront.flashsale.order;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Why units are released. */
public enum CancelReason {
  USER,
  /** There is a right to buy, but nothing in the warehouse. */
  OUT_OF_STOCK,
  PAYMENT_TIMEOUT;

  /**
   * The one of this name; null without one, and for a name that only another version knows: the
   * units were released all the same.
   */
  public static @Nullable CancelReason ofLedger(@Nullable String name) {
    return Stream.of(values()).filter(reason -> reason.name().equals(name)).findAny().orElse(null);
  }
}
