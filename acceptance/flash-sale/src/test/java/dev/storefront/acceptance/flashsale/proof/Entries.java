package dev.storefront.acceptance.flashsale.proof;

import dev.storefront.acceptance.flashsale.proof.Books.ItemRow;
import dev.storefront.acceptance.flashsale.proof.Books.LedgerRow;
import dev.storefront.acceptance.flashsale.proof.Violation.Rule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Every accepted order is in the books once, whole, and nothing else is. */
final class Entries {

  private final Map<String, List<LedgerRow>> ledger = new HashMap<>();
  private final List<Violation> violations;

  Entries(Books books, List<Violation> violations) {
    this.violations = violations;
    books
        .ledger()
        .forEach(row -> ledger.computeIfAbsent(row.orderId(), k -> new ArrayList<>()).add(row));
  }

  void check(OrderStory order) {
    List<LedgerRow> rows = ledger.getOrDefault(order.orderId(), List.of());
    checkAccepted(order);
    checkWhole(order);
    checkAsked(order);
    if (new HashSet<>(rows).size() < rows.size()) {
      report(Rule.TWICE, order, "has a row twice: " + rows);
    }
    Set<Long> promotions = new HashSet<>();
    rows.forEach(row -> promotions.add(row.promotionId()));
    order.rows().forEach(row -> promotions.add(row.promotionId()));
    promotions.forEach(promotion -> checkItem(order, promotion, rows));
  }

  private void checkAccepted(OrderStory order) {
    if (!order.isAccepted()) {
      return;
    }
    SortedMap<Long, Integer> booked = new TreeMap<>();
    order.rows().forEach(row -> booked.put(row.promotionId(), row.quantity()));
    Content content = order.acceptedContent();
    content
        .units()
        .forEach(
            (promotion, units) -> {
              if (!units.equals(booked.get(promotion))) {
                report(Rule.LOST, order, "accepted %s, booked %s".formatted(content, booked));
              }
            });
    order.rows().stream()
        .filter(row -> content.units().containsKey(row.promotionId()))
        .filter(row -> !row.pin().equals(content.pin()) || !row.ip().equals(content.ip()))
        .forEach(row -> report(Rule.NOT_AS_ASKED, order, "booked for someone else: " + row));
  }

  /** All of its items are held, by one attempt, or none is. */
  private void checkWhole(OrderStory order) {
    List<ItemRow> held = order.rows().stream().filter(ItemRow::holds).toList();
    if (held.isEmpty()) {
      return;
    }
    SortedMap<Long, Integer> units = new TreeMap<>();
    held.forEach(row -> units.put(row.promotionId(), row.quantity()));
    boolean asked = order.contents().stream().anyMatch(c -> c.units().equals(units));
    boolean one =
        held.stream().map(ItemRow::attempt).distinct().count() == 1
            && held.stream().map(ItemRow::status).distinct().count() == 1;
    if (!asked || !one) {
      report(Rule.NOT_AS_ASKED, order, "asked for %s, holds %s".formatted(order.contents(), held));
    }
  }

  private void checkAsked(OrderStory order) {
    boolean mayHold = order.grabs().anyMatch(Exchange::mayHaveHappened);
    if (!mayHold && order.rows().stream().anyMatch(ItemRow::holds)) {
      report(Rule.INVENTED, order, "was never accepted, and holds " + order.rows());
    }
  }

  /** Its entries come to what the item's row says. */
  private void checkItem(OrderStory order, long promotion, List<LedgerRow> rows) {
    Map<Long, Integer> open = new TreeMap<>();
    for (LedgerRow row : rows) {
      if (row.promotionId() == promotion && row.kind().equals("GRAB")) {
        open.merge(row.attempt(), row.quantity(), Integer::sum);
      } else if (row.promotionId() == promotion && row.kind().equals("CANCEL")) {
        open.merge(row.attempt(), -row.quantity(), Integer::sum);
      }
    }
    open.values().removeIf(units -> units == 0);
    Map<Long, Integer> held = new TreeMap<>();
    order.rows().stream()
        .filter(row -> row.promotionId() == promotion && row.holds())
        .forEach(row -> held.put(row.attempt(), row.quantity()));
    if (!open.equals(held)) {
      report(
          sum(open) > sum(held) ? Rule.TWICE : Rule.LOST,
          order,
          "promotion %d: the ledger comes to %s by attempt, the item says %s"
              .formatted(promotion, open, held));
    }
    order.rows().stream()
        .filter(row -> row.promotionId() == promotion && row.status().equals("PAID"))
        .filter(row -> !hasPayment(rows, row))
        .forEach(row -> report(Rule.LOST, order, "no payment is in the ledger of " + row));
  }

  private static int sum(Map<Long, Integer> units) {
    return units.values().stream().mapToInt(Integer::intValue).sum();
  }

  private static boolean hasPayment(List<LedgerRow> rows, ItemRow item) {
    return rows.stream()
        .anyMatch(
            row ->
                row.kind().equals("PAY")
                    && row.promotionId() == item.promotionId()
                    && row.attempt() == item.attempt());
  }

  private void report(Rule rule, OrderStory order, String detail) {
    violations.add(new Violation(rule, "order " + order.orderId(), detail));
  }
}
