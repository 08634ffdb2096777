package dev.storefront.flashsale.grab;

import dev.storefront.flashsale.order.Order;

/** What came of an attempt to grab. */
sealed interface GrabOutcome permits GrabOutcome.Grabbed, Refusal {

  /**
   * The order holds all its items.
   *
   * @param first false if it did before
   */
  record Grabbed(Order order, boolean first) implements GrabOutcome {}
}
