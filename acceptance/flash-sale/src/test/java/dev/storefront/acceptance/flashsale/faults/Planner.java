package dev.storefront.acceptance.flashsale.faults;

import dev.storefront.acceptance.flashsale.proof.Content;
import dev.storefront.acceptance.flashsale.proof.Request;
import dev.storefront.acceptance.flashsale.proof.Sale.Limit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Draws a round from a seed: orders of one to three promotions, and what befalls them, be it
 * repeats, twins in the same millisecond, other contents, payments, cancels before and after, all
 * against either instance, with more or less patience.
 */
final class Planner {

  private static final int ORDERS_PER_SECOND = 30;
  private static final int PINS = 40;
  private static final int ADDRESSES = 25;
  static final Duration PATIENT = Duration.ofSeconds(8);

  private final Random random;
  private final int round;
  private final long length;
  private final long stopAt;
  private final List<PlannedSale> sales;
  private final List<PlannedCall> calls = new ArrayList<>();

  private Planner(Random random, int round, Fault fault) {
    this.random = random;
    this.round = round;
    this.length = fault.length().toMillis();
    this.stopAt = fault.stopAt();
    this.sales = sales();
  }

  /** The plan of a round, the same for the same seed, round and fault. */
  static Plan plan(long seed, int round, Fault fault) {
    // Seeds of neighbours would begin alike.
    Random random = new Random(seed * 1_000_003 + round * 7_919L + fault.ordinal());
    random.nextLong();
    Planner planner = new Planner(random, round, fault);
    planner.drawOrders();
    planner.calls.sort(Comparator.comparingLong(PlannedCall::at));
    return new Plan(
        planner.sales, planner.calls, fault.steps(random), Duration.ofMillis(planner.length));
  }

  /** A call, once a round is over, that tells whether a promotion is open again. */
  static PlannedCall probe(int number, long promotion) {
    String who = "probe-%d-%d".formatted(promotion, number);
    Content one = new Content(new TreeMap<>(Map.of(promotion, 1)), who, "198.51.100.1");
    return new PlannedCall(0, number % 2, new Request.Grab(who, one), PATIENT, "");
  }

  private List<PlannedSale> sales() {
    return List.of(
        PlannedSale.of(id(0), 40, Limit.NONE, 0, 1_200),
        PlannedSale.of(id(1), 120, Limit.PIN, 3, 3),
        PlannedSale.of(id(2), 90, Limit.IP, 5, 1_200),
        PlannedSale.of(id(3), 120, Limit.IP_AND_PIN, 4, 5),
        PlannedSale.of(id(4), 100_000, Limit.NONE, 0, 2).rate(10),
        PlannedSale.of(id(5), 100_000, Limit.NONE, 0, 1_200),
        PlannedSale.of(id(6), 300, Limit.NONE, 0, 4).between(length / 5, length - length / 5),
        PlannedSale.of(id(7), 200, Limit.NONE, 0, 1_200),
        PlannedSale.of(id(8), 60, Limit.NONE, 0, 3).hot(4),
        PlannedSale.of(id(9), 120, Limit.PIN, 3, 1_200).hot(3),
        PlannedSale.of(id(10), 120, Limit.IP_AND_PIN, 4, 5).hot(3));
  }

  private long id(int number) {
    return 1_000L * (round + 1) + number;
  }

  private void drawOrders() {
    long orders = length * ORDERS_PER_SECOND / 1_000;
    for (int i = 0; i < orders; i++) {
      drawOrder("o-%d-%d".formatted(round, i), random.nextLong(length));
    }
    add(stopAt, new Request.Stop(id(7)), "");
  }

  private void drawOrder(String order, long at) {
    Content content = content();
    add(at, new Request.Grab(order, content), "");
    if (chance(10)) {
      add(at, new Request.Grab(order, content), "");
    }
    while (chance(25)) {
      add(at + within(20, 6_000), new Request.Grab(order, content), "");
    }
    if (chance(4)) {
      Content other = new Content(content().units(), content.pin(), content.ip());
      add(at + within(5, 3_000), new Request.Grab(order, other), "");
    }
    if (chance(15)) {
      cancel(order, content, at + within(-50, 5_000));
    }
    if (chance(30)) {
      pay(order, content, at + within(5, 7_000));
    }
    while (chance(15)) {
      add(at + within(5, 8_000), new Request.Read(order), "");
    }
  }

  private void pay(String order, Content content, long at) {
    add(at, new Request.Pay(order), "");
    if (chance(25)) {
      add(at, new Request.Pay(order), "");
    }
    if (chance(25)) {
      cancel(order, content, at);
    }
  }

  private void cancel(String order, Content content, long at) {
    switch (random.nextInt(4)) {
      case 0 -> add(at, new Request.Cancel(order, "OUT_OF_STOCK", true), "");
      case 1 -> add(at, new Request.Cancel(order, "PAYMENT_TIMEOUT", false), "");
      default -> add(at, new Request.Cancel(order, "USER", false), content.pin());
    }
  }

  private Content content() {
    SortedMap<Long, Integer> units = new TreeMap<>();
    int items = chance(70) ? 1 : chance(80) ? 2 : 3;
    while (units.size() < items) {
      units.put(id(random.nextInt(sales.size())), 1 + random.nextInt(3));
    }
    String pin = "pin-" + random.nextInt(PINS);
    return new Content(units, pin, "192.0.2." + (1 + random.nextInt(ADDRESSES)));
  }

  private void add(long at, Request request, String asUser) {
    Duration patience = chance(10) ? Duration.ofMillis(within(20, 600)) : PATIENT;
    calls.add(
        new PlannedCall(
            Math.max(0, Math.min(at, length)), random.nextInt(2), request, patience, asUser));
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private long within(long from, long to) {
    return from + random.nextLong(to - from);
  }
}
