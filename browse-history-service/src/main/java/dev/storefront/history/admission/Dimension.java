package dev.storefront.history.admission;

import java.util.Locale;

/** What a rate limit counts by. */
enum Dimension {
  /** All calls of an endpoint in this instance. */
  METHOD(10_000),
  /** The calls of an application, by its {@code client_id}. */
  CALLER(5_000),
  /** The calls of a user. */
  USER(50);

  private final int defaultRate;

  Dimension(int defaultRate) {
    this.defaultRate = defaultRate;
  }

  /** Permits per second until an operator says otherwise. */
  int defaultRate() {
    return defaultRate;
  }

  /** As problem documents and switches name it. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
