package dev.storefront.acceptance.flashsale.proof;

import dev.storefront.acceptance.flashsale.proof.Books.ItemRow;
import dev.storefront.acceptance.flashsale.proof.Outcome.Done;
import dev.storefront.acceptance.flashsale.proof.Outcome.Refused;
import dev.storefront.acceptance.flashsale.proof.Request.Cancel;
import dev.storefront.acceptance.flashsale.proof.Request.Pay;
import dev.storefront.acceptance.flashsale.proof.Request.Read;
import dev.storefront.acceptance.flashsale.proof.Violation.Rule;
import java.util.List;

/** An order is paid or released, never both, and everyone is told the same. */
final class Endings {

  /** How long after its time an unpaid order may be kept. */
  private static final long RELEASE_BOUND = 20_000_000;

  private final long readAt;
  private final List<Violation> violations;

  Endings(long readAt, List<Violation> violations) {
    this.readAt = readAt;
    this.violations = violations;
  }

  void check(OrderStory order) {
    order.calls(Pay.class).forEach(pay -> checkReply(order, pay));
    order.calls(Cancel.class).forEach(cancel -> checkReply(order, cancel));
    order.calls(Read.class).forEach(read -> checkReply(order, read));
    order.calls(Read.class).forEach(read -> checkRead(order, read));
    checkWinner(order);
    order.rows().stream()
        // The others are of an attempt with another content, which came to nothing.
        .filter(
            row -> !order.isAccepted() || order.acceptedContent().unitsOf(row.promotionId()) > 0)
        .forEach(row -> checkRow(order, row));
  }

  private void checkReply(OrderStory order, Exchange call) {
    if (call.outcome() instanceof Done done) {
      boolean right =
          call.request() instanceof Pay
              ? done.status().equals("PAID")
              : call.request() instanceof Read || done.status().equals("CANCELLED");
      require(right, Rule.UNEXPECTED, order, "%s shows %s", call.request(), done.status());
    } else if (call.outcome() instanceof Refused refused) {
      checkRefused(order, call, refused.code());
    }
  }

  private void checkRefused(OrderStory order, Exchange call, String code) {
    switch (code) {
      case "order-not-found" ->
          require(
              order.acceptedAt() >= call.sent(),
              Rule.LOST,
              order,
              "was accepted, and is unknown to %s",
              call.request());
      case "grab-released" ->
          require(
              call.request() instanceof Pay
                  && (order.mayHaveBeenCancelledBy(call.replied())
                      || order.mayHaveExpiredBy(call.replied())),
              Rule.UNJUSTIFIED,
              order,
              "released before anything could release it: %s",
              call);
      case "grab-paid" ->
          require(
              call.request() instanceof Cancel cancel
                  && !cancel.alsoPaid()
                  && mayHaveBeenPaidBy(order, call.replied()),
              Rule.UNJUSTIFIED,
              order,
              "counts as paid: %s",
              call);
      default -> require(false, Rule.UNEXPECTED, order, "%s", call);
    }
  }

  private static boolean mayHaveBeenPaidBy(OrderStory order, long time) {
    return order.calls(Pay.class).anyMatch(pay -> pay.mayHaveHappened() && pay.sent() <= time);
  }

  private void checkRead(OrderStory order, Exchange read) {
    if (!(read.outcome() instanceof Done shown)) {
      return;
    }
    boolean cancelledBefore = order.certainlyGivenBackAt() < read.sent();
    boolean paidBefore =
        order
            .calls(Pay.class)
            .anyMatch(pay -> pay.outcome() instanceof Done && pay.replied() < read.sent());
    boolean right =
        switch (shown.status()) {
          case "GRABBED" -> !cancelledBefore && !paidBefore;
          case "PAID" -> !cancelledBefore && mayHaveBeenPaidBy(order, read.replied());
          case "CANCELLED" ->
              order.mayHaveBeenCancelledBy(read.replied())
                  || order.mayHaveExpiredBy(read.replied());
          default -> false;
        };
    require(right, Rule.OTHER_ANSWER, order, "is shown as %s at %d", shown.status(), read.sent());
  }

  private void checkWinner(OrderStory order) {
    List<Exchange> paid =
        order.calls(Pay.class).filter(pay -> pay.outcome() instanceof Done).toList();
    boolean cancelled = order.certainlyGivenBackAt() < Exchange.NEVER;
    require(
        paid.isEmpty() || !cancelled || order.mayHaveBeenCancelledPaid(),
        Rule.TWO_WINNERS,
        order,
        "was paid and was cancelled by a call that leaves paid orders alone");
    require(
        paid.stream().noneMatch(pay -> pay.sent() > order.certainlyGivenBackAt()),
        Rule.TWO_WINNERS,
        order,
        "was paid after it had been cancelled");
  }

  private void checkRow(OrderStory order, ItemRow row) {
    switch (row.status()) {
      case "PAID" -> {
        require(mayHaveBeenPaidBy(order, readAt), Rule.INVENTED, order, "nobody paid %s", row);
        checkNotCancelled(order, row);
      }
      case "GRABBED" -> {
        require(!order.isPaid(), Rule.TWO_WINNERS, order, "was paid, and the books do not say so");
        require(
            order.expiresAt() > readAt - RELEASE_BOUND,
            Rule.NOT_RELEASED,
            order,
            "unpaid at %d: %s",
            readAt,
            row);
        checkNotCancelled(order, row);
      }
      default -> checkGivenBack(order, row);
    }
  }

  private void checkNotCancelled(OrderStory order, ItemRow row) {
    require(
        order.certainlyGivenBackAt() == Exchange.NEVER,
        Rule.TWO_WINNERS,
        order,
        "was cancelled, and the books have %s",
        row);
  }

  private void checkGivenBack(OrderStory order, ItemRow row) {
    if (order.isPaid()) {
      require(
          order.mayHaveBeenCancelledPaid() && !row.reason().equals("PAYMENT_TIMEOUT"),
          Rule.TWO_WINNERS,
          order,
          "was paid and released: %s",
          row);
    } else if (order.isAccepted()) {
      require(
          order.mayHaveBeenCancelledBy(readAt) || order.mayHaveExpiredBy(readAt),
          Rule.LOST,
          order,
          "was accepted, and released for no reason: %s",
          row);
    }
  }

  private void require(
      boolean holds, Rule rule, OrderStory order, String detail, Object... values) {
    if (!holds) {
      violations.add(new Violation(rule, "order " + order.orderId(), detail.formatted(values)));
    }
  }
}
