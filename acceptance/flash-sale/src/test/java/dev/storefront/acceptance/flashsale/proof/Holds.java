package dev.storefront.acceptance.flashsale.proof;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Who held what when, for each promotion and for each of its holders: once what was held for
 * certain, which must never be too much, and once all that may have been held, which alone can
 * justify a refusal.
 */
final class Holds {

  private static final UnitsOverTime NOTHING = new UnitsOverTime();

  private final Map<Long, Sale> sales;
  private final Map<String, UnitsOverTime> certain = new TreeMap<>();
  private final Map<String, UnitsOverTime> possible = new HashMap<>();

  Holds(Map<Long, Sale> sales, Collection<OrderStory> orders) {
    this.sales = sales;
    for (OrderStory order : orders) {
      if (order.isAccepted()) {
        add(certain, order.acceptedContent(), order.acceptedAt(), order.givenBackAt());
      }
      addPossible(possible, order);
    }
  }

  private void addPossible(Map<String, UnitsOverTime> to, OrderStory order) {
    for (Content content : order.contents()) {
      List<Exchange> asked =
          order.grabs().filter(grab -> OrderStory.contentOf(grab).equals(content)).toList();
      if (asked.stream().anyMatch(Exchange::mayHaveHappened)) {
        add(to, content, asked.get(0).sent(), order.certainlyGivenBackAt() + 1);
      } else {
        addRefused(to, content, asked);
      }
    }
  }

  /** A refused order may have held all its items for as long as it was asked for. */
  private void addRefused(Map<String, UnitsOverTime> to, Content content, List<Exchange> asked) {
    long end = 0;
    for (Exchange grab : asked) {
      add(to, content, Math.max(end, grab.sent()), grab.replied() + 1);
      end = Math.max(end, grab.replied() + 1);
    }
  }

  private void add(Map<String, UnitsOverTime> to, Content content, long from, long end) {
    content
        .units()
        .forEach(
            (promotion, units) -> {
              add(to, quotaOf(promotion), from, end, units);
              Sale sale = sales.get(promotion);
              if (sale != null) {
                sale.holdersOf(content)
                    .forEach(holder -> add(to, limitOf(promotion, holder), from, end, units));
              }
            });
  }

  private static void add(
      Map<String, UnitsOverTime> to, String key, long from, long end, int units) {
    to.computeIfAbsent(key, k -> new UnitsOverTime()).add(from, end, units);
  }

  /** The most units of a promotion that were held at once for certain. */
  long mostHeld(long promotion) {
    return certain.getOrDefault(quotaOf(promotion), NOTHING).most();
  }

  /** The most that each of its holders held at once for certain. */
  Map<String, Long> mostHeldByEach(long promotion) {
    Map<String, Long> most = new TreeMap<>();
    String prefix = limitOf(promotion, "");
    certain.forEach(
        (key, units) -> {
          if (key.startsWith(prefix)) {
            most.put(key.substring(prefix.length()), units.most());
          }
        });
    return most;
  }

  /** The most units of a promotion that all other orders may have held at a moment between two. */
  long mostOfOthers(OrderStory order, long promotion, long from, long to) {
    return mostOfOthers(order, quotaOf(promotion), from, to);
  }

  /** The same of one holder. */
  long mostOfOthers(OrderStory order, long promotion, String holder, long from, long to) {
    return mostOfOthers(order, limitOf(promotion, holder), from, to);
  }

  private long mostOfOthers(OrderStory order, String key, long from, long to) {
    Map<String, UnitsOverTime> own = new HashMap<>();
    addPossible(own, order);
    return possible
        .getOrDefault(key, NOTHING)
        .without(own.getOrDefault(key, NOTHING))
        .most(from, to);
  }

  private static String quotaOf(long promotion) {
    return promotion + " all";
  }

  private static String limitOf(long promotion, String holder) {
    return promotion + " by " + holder;
  }
}
