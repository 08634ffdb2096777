package dev.storefront.flashsale.order;

import dev.storefront.flashsale.ScriptCode;

/** What {@code claimOrder.lua} answers. */
public enum ClaimCode implements ScriptCode {
  /** A new attempt begins. */
  CLAIMED(1),
  /** The same order is under way already: both go the same way. */
  JOINED(2),
  /** The same order was grabbed before. */
  REPEATED(3),
  /** The order id was used before, its record has gone or is in doubt: MySQL has the order. */
  PAST(4),
  /** Nothing is known of the order, and nothing was begun: who asked only looks. */
  NEW(5),
  /** The order id belongs to another content, or to an order that was cancelled. */
  CONFLICT(-1),
  /** An attempt of the order failed and is not yet undone. */
  UNDOING(-2);

  private final long number;

  ClaimCode(long number) {
    this.number = number;
  }

  @Override
  public long number() {
    return number;
  }

  static ClaimCode of(long number) {
    return ScriptCode.of(values(), number);
  }
}
