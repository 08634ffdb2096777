package dev.storefront.localstack.process;

import java.util.List;

/**
 * What is kept about a started process.
 *
 * @param startMark see {@link ProcessIdentity}
 * @param startedAt ISO-8601, for people
 * @param port the port that callers use
 */
public record ProcessRecord(
    String name, long pid, String startMark, String startedAt, int port, List<String> command) {

  /** True while the very process that was started runs. */
  public boolean alive() {
    return identity().alive();
  }

  ProcessIdentity identity() {
    return new ProcessIdentity(pid, startMark);
  }
}
