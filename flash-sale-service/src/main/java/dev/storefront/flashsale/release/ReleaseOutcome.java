package dev.storefront.flashsale.release;

import dev.storefront.common.web.Problem;
import dev.storefront.flashsale.order.Order;
import org.springframework.http.HttpStatus;

/** What came of a cancellation or a payment. */
sealed interface ReleaseOutcome {

  /** The order is as asked for, by this call or an earlier one. */
  record Done(Order order) implements ReleaseOutcome {}

  /** It is not. */
  record Refused(Problem why) implements ReleaseOutcome {}

  /** There is no such order, or it is someone else's. */
  Refused UNKNOWN =
      new Refused(Problem.of(HttpStatus.NOT_FOUND, "order-not-found", "There is no such order."));

  /** It has been paid, and this caller or reason does not cancel that. */
  Refused PAID =
      new Refused(Problem.of(HttpStatus.CONFLICT, "grab-paid", "The grab has been paid."));

  /** Its units have been released: it can no longer be paid. */
  Refused RELEASED =
      new Refused(
          Problem.of(HttpStatus.CONFLICT, "grab-released", "The grab's units have gone back."));
}
