package dev.storefront.flashsale.release;

import dev.storefront.flashsale.order.Order;

/** What came of a cancellation or a payment. */
sealed interface ReleaseOutcome {

  /** The order is as asked for, by this call or an earlier one. */
  record Done(Order order) implements ReleaseOutcome {}

  /** There is no such order, or it is someone else's. */
  record Unknown() implements ReleaseOutcome {}

  /** It has been paid, and this caller or reason does not undo that. */
  record Paid() implements ReleaseOutcome {}

  /** Its units have gone back: it can no longer be paid. */
  record Released() implements ReleaseOutcome {}
}
