package dev.storefront.acceptance.flashsale.faults;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

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
  record Step(long at, String what, Action action) {

    /**
     * Each waits for the one before: on a busy machine a start may be due before its kill is done.
     */
    static List<Step> inTurn(Step... steps) {
      List<Step> all = new ArrayList<>();
      CompletableFuture<Void> before = CompletableFuture.completedFuture(null);
      for (Step step : steps) {
        CompletableFuture<Void> last = before;
        CompletableFuture<Void> done = new CompletableFuture<>();
        all.add(new Step(step.at, step.what, servers -> step.after(last, servers, done)));
        before = done;
      }
      return all;
    }

    private void after(
        CompletableFuture<Void> last, Servers servers, CompletableFuture<Void> done) {
      try {
        last.join();
        action.on(servers);
        done.complete(null);
      } catch (RuntimeException e) {
        done.completeExceptionally(e);
        throw e;
      }
    }
  }

  /** Does something to the servers. */
  @FunctionalInterface
  interface Action {
    void on(Servers servers);
  }
}
