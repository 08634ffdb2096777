package dev.storefront.acceptance.flashsale.proof;

import dev.storefront.acceptance.flashsale.proof.Violation.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * In a promotion's window no more orders are let in than its rate has. A window begins with some
 * attempt, nobody knows which; but any time that is as long as one lies in two of them at most.
 */
final class Rates {

  private static final int WINDOWS = 2;

  private final Collection<OrderStory> orders;
  private final List<Violation> violations;

  Rates(Collection<OrderStory> orders, List<Violation> violations) {
    this.orders = orders;
    this.violations = violations;
  }

  /** The time in which an order was let in. */
  private record LetIn(long from, long to) {}

  void check(Sale sale) {
    List<LetIn> all =
        orders.stream()
            .filter(OrderStory::isAccepted)
            .filter(order -> order.acceptedContent().unitsOf(sale.promotionId()) > 0)
            .map(Rates::letIn)
            .sorted(Comparator.comparingLong(LetIn::from))
            .toList();
    long most = mostWithin(all, sale.rateWindow());
    if (most > WINDOWS * (long) sale.rateMax()) {
      violations.add(
          new Violation(
              Rule.RATE_EXCEEDED,
              "promotion " + sale.promotionId(),
              "%d orders let in within a window of at most %d".formatted(most, sale.rateMax())));
    }
  }

  private static LetIn letIn(OrderStory order) {
    long asked = order.grabs().mapToLong(Exchange::sent).min().orElse(0);
    return new LetIn(asked, order.acceptedAt());
  }

  /** Of the orders that were let in within some such time for certain, the most. */
  private static long mostWithin(List<LetIn> all, long window) {
    long most = 0;
    List<LetIn> rest = new ArrayList<>(all);
    while (rest.size() > most) {
      long end = rest.get(0).from() + window;
      long within =
          rest.stream()
              .takeWhile(letIn -> letIn.from() <= end)
              .filter(letIn -> letIn.to() <= end)
              .count();
      most = Math.max(most, within);
      rest.remove(0);
    }
    return most;
  }
}
