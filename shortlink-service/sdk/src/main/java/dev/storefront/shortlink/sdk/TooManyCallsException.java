package dev.storefront.shortlink.sdk;

/** The service sent the call away before it did anything, for there were too many in a second. */
final class TooManyCallsException extends IllegalStateException {

  private static final long serialVersionUID = 1;

  TooManyCallsException() {
    super("The service answered 429");
  }
}
