package dev.storefront.fitment.upkeep;

import dev.storefront.common.run.Run;
import dev.storefront.common.run.RunOutcome;
import dev.storefront.fitment.placement.ClusterRouter;
import java.time.Clock;
import java.time.Duration;

/**
 * A run is of the settings of where groups lie that the instance had which started it. Instances
 * with others leave it alone, and end it once nobody works on it any more.
 */
record PlacementRuns(ClusterRouter router, Clock clock) {

  static final RunOutcome CHANGED = new RunOutcome.Failed("the settings changed");

  /** Where instances with a run's settings are left, one takes it long before. */
  private static final Duration ABANDONED_AFTER = Duration.ofDays(1);

  boolean canTake(Run<?, ?> run, String placement) {
    return areOf(placement) || run.updatedAt().isBefore(clock.instant().minus(ABANDONED_AFTER));
  }

  boolean areOf(String placement) {
    return placement.equals(router.settings());
  }
}
