package dev.storefront.flashsale.order;

import java.util.function.Supplier;

/** What is stored of an order cannot be read by this version of the service, now or later. */
public final class UnreadableException extends RuntimeException {

  /**
   * @param what cannot be read, for logs
   */
  public UnreadableException(String what) {
    super(what + " cannot be read");
  }

  private UnreadableException(String what, IllegalArgumentException why) {
    super(what + " cannot be read: " + why.getMessage(), why);
  }

  /**
   * What {@code read} gives.
   *
   * @throws UnreadableException if it meets a value that it does not know
   */
  static <T> T reading(String what, Supplier<T> read) {
    try {
      return read.get();
    } catch (IllegalArgumentException unknown) {
      throw new UnreadableException(what, unknown);
    }
  }
}
