package dev.storefront.history.core;

/** A record of {@code page-views} that holds no page view; its message says what is wrong. */
public final class InvalidPageViewException extends RuntimeException {

  InvalidPageViewException(String message) {
    super(message);
  }
}
