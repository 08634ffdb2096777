package dev.storefront.shortlink.lease;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A time in which an id was an application's.
 *
 * @param until null while it still is
 */
public record Ownership(String clientId, int generation, Instant from, @Nullable Instant until) {

  /** Of two parts of one time, the one that ends later. */
  Ownership orLonger(Ownership other) {
    return until == null || (other.until != null && until.isAfter(other.until)) ? this : other;
  }
}
