package dev.storefront.flashsale.order;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What {@code claimOrder.lua} answers. */
public enum ClaimCode {
  /** A new attempt begins. */
  CLAIMED(1),
  /** The same order is under way already: both go the same way. */
  JOINED(2),
  /** The same order was grabbed before. */
  REPEATED(3),
  /** The order id was used before, its record has gone or is in doubt: MySQL has the order. */
  PAST(4),
  /** The order id belongs to another content, or to an order that was cancelled. */
  CONFLICT(-1),
  /** An attempt of the order failed and is not yet undone. */
  UNDOING(-2);

  private static final Map<Long, ClaimCode> BY_NUMBER =
      Arrays.stream(values()).collect(Collectors.toMap(ClaimCode::number, Function.identity()));

  private final long number;

  ClaimCode(long number) {
    this.number = number;
  }

  long number() {
    return number;
  }

  static ClaimCode of(long number) {
    return Objects.requireNonNull(BY_NUMBER.get(number), () -> "no code " + number);
  }
}
