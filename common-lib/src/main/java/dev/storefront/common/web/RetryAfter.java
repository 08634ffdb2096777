package dev.storefront.common.web;

import java.time.Duration;

final class RetryAfter {

  private RetryAfter() {}

  /** The header's value: whole seconds, rounded up, at least one. */
  static String seconds(Duration delay) {
    return Long.toString(Math.max(1, (delay.toMillis() + 999) / 1000));
  }
}
