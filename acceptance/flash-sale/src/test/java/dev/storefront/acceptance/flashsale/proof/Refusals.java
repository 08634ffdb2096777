package dev.storefront.acceptance.flashsale.proof;

import dev.storefront.acceptance.flashsale.proof.Outcome.Done;
import dev.storefront.acceptance.flashsale.proof.Outcome.Refused;
import dev.storefront.acceptance.flashsale.proof.Request.Grab;
import dev.storefront.acceptance.flashsale.proof.Violation.Rule;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every refused grab has a reason that may have been true while it was under way. */
final class Refusals {

  /** Of the service as a whole; it may be too busy whenever it likes. */
  private static final Set<String> OF_NO_PROMOTION = Set.of("too-busy", "order-conflict");

  private final Run run;
  private final Map<Long, Sale> sales;
  private final Holds holds;
  private final List<Violation> violations;

  Refusals(Run run, Map<Long, Sale> sales, Holds holds, List<Violation> violations) {
    this.run = run;
    this.sales = sales;
    this.holds = holds;
    this.violations = violations;
  }

  void check(OrderStory order) {
    order
        .grabs()
        .filter(grab -> grab.outcome() instanceof Refused)
        .forEach(grab -> check(order, grab, (Refused) grab.outcome()));
  }

  private void check(OrderStory order, Exchange grab, Refused refused) {
    Sale sale = sales.get(refused.promotionId());
    int units = OrderStory.contentOf(grab).unitsOf(refused.promotionId());
    if (!OF_NO_PROMOTION.contains(refused.code()) && (sale == null || units == 0)) {
      report(Rule.UNEXPECTED, order, refused.toString());
    } else if (!isJustified(order, grab, refused.code(), sale, units)) {
      report(
          Rule.UNJUSTIFIED,
          order,
          "%s of promotion %d, sent %d, replied %d"
              .formatted(refused.code(), refused.promotionId(), grab.sent(), grab.replied()));
    }
  }

  private boolean isJustified(OrderStory order, Exchange grab, String code, Sale sale, int units) {
    return switch (code) {
      case "too-busy" -> true;
      case "order-conflict" -> isConflict(order, grab);
      case "sold-out" ->
          holds.mostOfOthers(
                      order, sale.promotionId(), grab.sent() - sale.soldOutKept(), grab.replied())
                  + units
              > sale.quota();
      case "limit-reached" ->
          sale.holdersOf(OrderStory.contentOf(grab)).stream()
              .mapToLong(
                  holder ->
                      holds.mostOfOthers(
                          order, sale.promotionId(), holder, grab.sent(), grab.replied()))
              .anyMatch(held -> held + units > sale.limitMax());
      case "not-started" -> grab.sent() < sale.startsAt() + OrderStory.CLOCKS;
      case "ended" -> grab.replied() >= sale.endsAt() - OrderStory.CLOCKS;
      case "stopped" ->
          Answers.stops(run, sale.promotionId()).anyMatch(stop -> stop.sent() <= grab.replied());
      case "promotion-rate-limited" -> attemptsAround(grab, sale) > sale.rateMax();
      default -> false;
    };
  }

  /** Another content justifies it only until this one is accepted. */
  private static boolean isConflict(OrderStory order, Exchange grab) {
    return order.mayHaveBeenCancelledBy(grab.replied())
        || order.mayHaveExpiredBy(grab.replied())
        || (!wasAcceptedBefore(order, grab)
            && order
                .grabs()
                .filter(other -> other.sent() <= grab.replied())
                .anyMatch(
                    other -> !OrderStory.contentOf(other).equals(OrderStory.contentOf(grab))));
  }

  /** True if the very same was asked for before, and the reply said that it was granted. */
  private static boolean wasAcceptedBefore(OrderStory order, Exchange grab) {
    return order
        .grabs()
        .filter(other -> other.outcome() instanceof Done done && done.holds())
        .filter(other -> other.replied() < grab.sent())
        .anyMatch(other -> OrderStory.contentOf(other).equals(OrderStory.contentOf(grab)));
  }

  /** All that may have been counted in a window that a grab fell into, itself included. */
  private long attemptsAround(Exchange grab, Sale sale) {
    return run.exchanges().stream()
        .filter(
            other ->
                other.request() instanceof Grab asked
                    && asked.content().unitsOf(sale.promotionId()) > 0
                    && !(other.outcome() instanceof Outcome.NotSent))
        .filter(
            other ->
                other.sent() <= grab.replied()
                    && other.until() >= grab.sent() - sale.rateWindow() - OrderStory.CLOCKS)
        .count();
  }

  private void report(Rule rule, OrderStory order, String detail) {
    violations.add(new Violation(rule, "order " + order.orderId(), detail));
  }
}
