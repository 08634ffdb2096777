package dev.storefront.flashsale.reconciliation;

import dev.storefront.flashsale.recovery.Recoveries;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** Has a promotion rebuilt if Redis is not what the ledger says. */
@Component
class Repair {

  private static final int LOOKS = 10;
  private static final Duration PAUSE = Duration.ofMillis(300);

  private final BothSides sides;
  private final Recoveries recoveries;

  Repair(BothSides sides, Recoveries recoveries) {
    this.sides = sides;
    this.recoveries = recoveries;
  }

  /** What came of it. */
  sealed interface Outcome {

    /** Both sides agree. */
    record Fine(Reconciliation books) implements Outcome {}

    /** They do not: the promotion is being rebuilt. */
    record Begun(long recovery) implements Outcome {}

    /** So much goes on that nobody can tell, or that nothing can be begun. */
    record Busy() implements Outcome {}
  }

  /**
   * Looks until nothing is on its way and two looks see the same, for some seconds at most.
   *
   * @param promotionId one that Redis ought to keep
   */
  Outcome repair(long promotionId) {
    Reconciliation before = sides.of(promotionId);
    for (int look = 1; look < LOOKS; look++) {
      if (before.redis() == null || before.redis().recovering()) {
        return begin(promotionId);
      }
      pause();
      Reconciliation now = sides.of(promotionId);
      if (now.isQuiet() && now.equals(before)) {
        return now.difference() == 0 ? new Outcome.Fine(now) : begin(promotionId);
      }
      before = now;
    }
    return new Outcome.Busy();
  }

  private Outcome begin(long promotionId) {
    return recoveries
        .start(promotionId)
        .<Outcome>map(Outcome.Begun::new)
        .orElseGet(Outcome.Busy::new);
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
