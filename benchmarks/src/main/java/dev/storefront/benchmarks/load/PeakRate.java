package dev.storefront.benchmarks.load;

import java.time.Duration;

/** Finds the highest rate that a server keeps up with. */
public final class PeakRate {

  private static final Duration STEP = Duration.ofSeconds(3);
  private static final double GROWTH = 1.25;
  private static final int MOST_STEPS = 40;

  private PeakRate() {}

  /**
   * Raises the rate by a quarter until the server falls behind, twice in a row.
   *
   * @param first requests a second to begin with; the server must keep up with it
   * @return what came of the highest rate
   */
  public static LoadResult find(Clients load, int first) {
    LoadResult peak = null;
    int misses = 0;
    double rate = first;
    for (int step = 0; step < MOST_STEPS && misses < 2; step++) {
      LoadResult result = load.at((int) rate, STEP);
      if (result.keptUp()) {
        peak = result;
        misses = 0;
        rate *= GROWTH;
      } else {
        misses++;
      }
    }
    if (peak == null) {
      throw new IllegalStateException("The server does not keep up with " + first + " a second");
    }
    return peak;
  }
}
