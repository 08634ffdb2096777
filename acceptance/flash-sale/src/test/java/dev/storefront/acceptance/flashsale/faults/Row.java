package dev.storefront.acceptance.flashsale.faults;

import dev.storefront.acceptance.flashsale.proof.Exchange;
import dev.storefront.acceptance.flashsale.proof.Outcome;
import dev.storefront.acceptance.flashsale.proof.Request;
import dev.storefront.acceptance.flashsale.proof.Run;
import dev.storefront.acceptance.flashsale.proof.Sale;
import dev.storefront.acceptance.flashsale.proof.Weight;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A round in figures.
 *
 * @param accepted orders
 * @param refused grabs
 * @param unknown calls of any kind without a reply, or with a 503
 * @param released orders
 * @param closedMillis the longest time in which nobody learned anything of some promotion
 * @param settledMillis from the last call, all servers being back, until all agreed
 */
record Row(
    int round,
    String fault,
    int calls,
    long accepted,
    long refused,
    long unknown,
    long released,
    long closedMillis,
    long settledMillis,
    int violations) {

  static final String HEAD =
      """
      | round | fault | calls | orders accepted | grabs refused | unknown | orders released | closed, s | settled after, s | violations |
      | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\
      """;

  static Row of(int round, Fault fault, Round.Result result) {
    Run run = result.run();
    return new Row(
        round,
        fault.toString(),
        run.exchanges().size(),
        Weight.accepted(run),
        run.exchanges().stream()
            .filter(e -> e.request() instanceof Request.Grab)
            .filter(e -> e.outcome() instanceof Outcome.Refused)
            .count(),
        run.exchanges().stream().filter(Row::isUnknown).count(),
        run.books().items().stream()
            .filter(row -> row.status().equals("CANCELLED"))
            .map(row -> row.orderId())
            .distinct()
            .count(),
        run.sales().stream().mapToLong(sale -> closed(run, sale)).max().orElse(0) / 1_000,
        result.untilSettled().toMillis(),
        result.violations().size());
  }

  private static boolean isUnknown(Exchange exchange) {
    return exchange.outcome() instanceof Outcome.Unknown
        || exchange.outcome() instanceof Outcome.NotSent;
  }

  /** The longest time between two answers about a promotion, if it was asked for in between. */
  private static long closed(Run run, Sale sale) {
    List<Exchange> grabs =
        run.exchanges().stream()
            .filter(
                e ->
                    e.request() instanceof Request.Grab grab
                        && grab.content().units().containsKey(sale.promotionId()))
            .sorted(Comparator.comparingLong(Exchange::replied))
            .toList();
    long longest = 0;
    long answered = grabs.stream().mapToLong(Exchange::sent).min().orElse(0);
    boolean asked = false;
    for (Exchange grab : grabs) {
      if (isAnswer(grab, sale)) {
        longest = asked ? Math.max(longest, grab.replied() - answered) : longest;
        answered = grab.replied();
        asked = false;
      } else {
        asked = asked || isUnknown(grab) && grab.sent() > answered;
      }
    }
    return longest;
  }

  private static boolean isAnswer(Exchange grab, Sale sale) {
    return grab.outcome() instanceof Outcome.Done
        || grab.outcome() instanceof Outcome.Refused refused
            && refused.promotionId() == sale.promotionId();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "| %d | %s | %d | %d | %d | %d | %d | %.1f | %.1f | %d |",
        round,
        fault,
        calls,
        accepted,
        refused,
        unknown,
        released,
        closedMillis / 1_000.0,
        settledMillis / 1_000.0,
        violations);
  }
}
