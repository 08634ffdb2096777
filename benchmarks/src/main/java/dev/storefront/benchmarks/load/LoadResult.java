package dev.storefront.benchmarks.load;

import org.HdrHistogram.Histogram;

/**
 * What came of a run.
 *
 * @param rate calls a second that were due; that were made, where none was due
 * @param goodRate good replies a second
 * @param failed requests without a good reply
 * @param latencies in microseconds, from when a call was due or made
 */
public record LoadResult(int rate, double goodRate, long failed, Histogram latencies) {

  /** The latency in milliseconds that this share of the requests did not exceed, 0-100. */
  public double millis(double percentile) {
    return latencies.getValueAtPercentile(percentile) / 1000.0;
  }
}
