package dev.storefront.common.run;

/**
 * An instance's right to a run, until the run is cancelled or the right has run out and another
 * instance has taken the run.
 *
 * @param fence higher each time that the run changes hands; what an older one saves does not count
 */
record Lease(long runId, long fence) {}
