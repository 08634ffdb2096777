package dev.storefront.acceptance.flashsale.faults;

import java.time.Duration;
import java.util.List;

/**
 * All that will happen in a round, fixed before it begins.
 *
 * @param sales what is on sale
 * @param calls in the order of their times
 * @param steps what is done to the servers, in the order of their times
 * @param length from the first call to the last
 */
record Plan(List<PlannedSale> sales, List<PlannedCall> calls, List<Step> steps, Duration length) {

  /**
   * Something done to the servers.
   *
   * @param at milliseconds from the round's start
   */
  record Step(long at, String what, Action action) {}

  /** Does something to the servers. */
  @FunctionalInterface
  interface Action {
    void on(Servers servers);
  }
}
