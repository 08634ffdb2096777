package dev.storefront.history.ingest;

/** Views that cannot be recorded, now or later; the message says why. */
final class UnrecordableViewsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnrecordableViewsException(String message, Throwable cause) {
    super(message, cause);
  }
}
