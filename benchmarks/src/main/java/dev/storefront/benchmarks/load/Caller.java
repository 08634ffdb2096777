package dev.storefront.benchmarks.load;

/** Makes one call after the other over a connection of its own. Not thread-safe. */
public interface Caller extends AutoCloseable {

  /**
   * Makes the next call.
   *
   * @return whether the answer is the expected one
   * @throws Exception if no further call is possible, which ends the measurement
   */
  boolean call() throws Exception;

  /** Opens one more connection. */
  @FunctionalInterface
  interface Opening {
    Caller open() throws Exception;
  }
}
