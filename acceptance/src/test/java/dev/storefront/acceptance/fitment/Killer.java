package dev.storefront.acceptance.fitment;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Kills the service under its writers, and finds out what became of their last writes. */
final class Killer {

  private static final Duration REPAIRED = Duration.ofMinutes(2);

  private final Trial trial;

  Killer(Trial trial) {
    this.trial = trial;
  }

  /** Returns once the service answers again; how many writes were of unknown outcome until then. */
  int kill(Writers writers) throws IOException {
    trial.service().kill();
    writers.join();
    trial.journal().say("killed the service in the midst of its work");
    trial.service().restart();
    List<Long> doubted = trial.model().doubted();
    for (long sku : doubted) {
      trial.require(
          trial.model().settle(sku, trial.api().vehiclesOf(sku)),
          "a write of SKU %d is there in part",
          sku);
    }
    for (long sku : doubted) {
      // Until its shelf is repaired, Redis may have what was before, and a busy service be late.
      await()
          .atMost(REPAIRED)
          .ignoreExceptionsInstanceOf(IllegalStateException.class)
          .until(() -> new CheckComparison(trial).wrong(List.of(sku)).isEmpty());
    }
    return doubted.size();
  }
}
