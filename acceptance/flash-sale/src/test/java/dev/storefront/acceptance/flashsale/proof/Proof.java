package dev.storefront.acceptance.flashsale.proof;

import dev.storefront.acceptance.flashsale.proof.Books.ItemRow;
import dev.storefront.acceptance.flashsale.proof.Violation.Rule;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Finds every promise that a run has broken. */
public final class Proof {

  private final Run run;
  private final Map<Long, Sale> sales = new TreeMap<>();
  private final SortedMap<String, OrderStory> orders;
  private final Holds holds;
  private final List<Violation> violations = new ArrayList<>();

  private Proof(Run run) {
    this.run = run;
    run.sales().forEach(sale -> sales.put(sale.promotionId(), sale));
    orders = stories(run);
    holds = new Holds(sales, orders.values());
  }

  /** All broken promises; none if the run is as it should be. */
  public static List<Violation> of(Run run) {
    return new Proof(run).check();
  }

  private List<Violation> check() {
    sales.values().forEach(this::checkHolds);
    Answers answers = new Answers(run, sales, violations);
    Refusals refusals = new Refusals(run, sales, holds, violations);
    Endings endings = new Endings(run.books().readAt(), violations);
    Entries entries = new Entries(run.books(), violations);
    for (OrderStory order : orders.values()) {
      answers.check(order);
      refusals.check(order);
      endings.check(order);
      entries.check(order);
    }
    Rates rates = new Rates(orders.values(), violations);
    run.sales().forEach(rates::check);
    new Balances(run, violations).check();
    return List.copyOf(violations);
  }

  private void checkHolds(Sale sale) {
    long held = holds.mostHeld(sale.promotionId());
    if (held > sale.quota()) {
      violations.add(
          new Violation(
              Rule.OVERSOLD,
              "promotion " + sale.promotionId(),
              "%d units held at once of %d".formatted(held, sale.quota())));
    }
    holds
        .mostHeldByEach(sale.promotionId())
        .forEach(
            (holder, most) -> {
              if (most > sale.limitMax()) {
                violations.add(
                    new Violation(
                        Rule.LIMIT_BROKEN,
                        "promotion " + sale.promotionId(),
                        "%s held %d at once of %d".formatted(holder, most, sale.limitMax())));
              }
            });
  }

  private static SortedMap<String, OrderStory> stories(Run run) {
    Map<String, List<Exchange>> exchanges = new HashMap<>();
    for (Exchange exchange : run.exchanges()) {
      String order = exchange.request().orderId();
      if (!order.isEmpty()) {
        exchanges.computeIfAbsent(order, key -> new ArrayList<>()).add(exchange);
      }
    }
    Map<String, List<ItemRow>> rows = new HashMap<>();
    for (ItemRow row : run.books().items()) {
      rows.computeIfAbsent(row.orderId(), key -> new ArrayList<>()).add(row);
    }
    SortedMap<String, OrderStory> stories = new TreeMap<>();
    TreeSet<String> names = new TreeSet<>(exchanges.keySet());
    names.addAll(rows.keySet());
    for (String order : names) {
      List<ItemRow> items =
          rows.getOrDefault(order, List.of()).stream()
              .sorted(Comparator.comparingLong(ItemRow::promotionId))
              .toList();
      stories.put(order, new OrderStory(order, exchanges.getOrDefault(order, List.of()), items));
    }
    return stories;
  }
}
