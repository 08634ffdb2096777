package dev.storefront.acceptance.flashsale.proof;

import dev.storefront.acceptance.flashsale.proof.Outcome.Done;
import dev.storefront.acceptance.flashsale.proof.Outcome.Item;
import dev.storefront.acceptance.flashsale.proof.Request.Stop;
import dev.storefront.acceptance.flashsale.proof.Violation.Rule;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Stream;

/** An accepted order gets what it asked for, in the sale's time, and the same answer each time. */
final class Answers {

  private final Run run;
  private final Map<Long, Sale> sales;
  private final List<Violation> violations;

  Answers(Run run, Map<Long, Sale> sales, List<Violation> violations) {
    this.run = run;
    this.sales = sales;
    this.violations = violations;
  }

  void check(OrderStory order) {
    List<Exchange> accepted = order.grabs().filter(grab -> grab.outcome() instanceof Done).toList();
    accepted.forEach(grab -> checkItems(order, grab));
    checkSame(order, accepted);
    long created = accepted.stream().filter(grab -> ((Done) grab.outcome()).created()).count();
    if (created > 1) {
      report(Rule.OTHER_ANSWER, order, created + " replies say that the order is new");
    }
    order
        .grabs()
        .filter(grab -> grab.sent() > order.acceptedAt())
        .forEach(grab -> checkRepeat(order, grab));
    if (order.isAccepted()) {
      order.acceptedContent().units().keySet().forEach(id -> checkTime(order, id));
    }
  }

  private void checkItems(OrderStory order, Exchange grab) {
    Done done = (Done) grab.outcome();
    if (!OrderStory.isOf(OrderStory.contentOf(grab), done)) {
      report(
          Rule.NOT_AS_ASKED,
          order,
          "asked for %s, got %s".formatted(OrderStory.contentOf(grab), done.items()));
    }
    done.items()
        .forEach(
            (promotion, item) -> {
              Sale sale = sales.get(promotion);
              Integer left = item.remaining();
              if (sale != null
                  && left != null
                  && (left < 0 || left > sale.quota() - item.quantity())) {
                report(
                    Rule.OVERSOLD,
                    order,
                    "remaining %d of %d after reserving %d"
                        .formatted(left, sale.quota(), item.quantity()));
              }
            });
  }

  private void checkSame(OrderStory order, List<Exchange> accepted) {
    List<SortedMap<Long, Item>> items =
        accepted.stream().map(grab -> ((Done) grab.outcome()).items()).distinct().toList();
    if (items.size() > 1) {
      report(Rule.OTHER_ANSWER, order, "was answered " + items);
    }
    List<Long> expiry =
        accepted.stream().map(grab -> ((Done) grab.outcome()).expiresAt()).distinct().toList();
    if (expiry.size() > 1) {
      report(Rule.OTHER_ANSWER, order, "expires at " + expiry);
    }
  }

  /** Asked again when it was accepted for certain. A conflict has reasons of its own to have. */
  private void checkRepeat(OrderStory order, Exchange grab) {
    if (grab.outcome() instanceof Outcome.Refused refused
        && !List.of("order-conflict", "too-busy").contains(refused.code())) {
      report(Rule.OTHER_ANSWER, order, "was accepted, and then refused: " + refused.code());
    }
  }

  private void checkTime(OrderStory order, long promotion) {
    Sale sale = sales.get(promotion);
    long asked = order.grabs().mapToLong(Exchange::sent).min().orElse(0);
    if (sale == null) {
      return;
    }
    if (order.acceptedAt() < sale.startsAt() - OrderStory.CLOCKS) {
      report(Rule.OUT_OF_TIME, order, "got promotion " + promotion + " before its start");
    }
    if (asked > sale.endsAt() + OrderStory.CLOCKS) {
      report(Rule.OUT_OF_TIME, order, "got promotion " + promotion + " after its end");
    }
    if (asked > stoppedAt(promotion)) {
      report(Rule.OUT_OF_TIME, order, "got promotion " + promotion + ", which was stopped");
    }
  }

  private long stoppedAt(long promotion) {
    return stops(run, promotion)
        .filter(stop -> stop.outcome() instanceof Done)
        .mapToLong(Exchange::replied)
        .min()
        .orElse(Exchange.NEVER);
  }

  static Stream<Exchange> stops(Run run, long promotion) {
    return run.exchanges().stream()
        .filter(e -> e.request() instanceof Stop stop && stop.promotionId() == promotion);
  }

  private void report(Rule rule, OrderStory order, String detail) {
    violations.add(new Violation(rule, "order " + order.orderId(), detail));
  }
}
