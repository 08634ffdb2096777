package dev.storefront.shortlink.link;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a link is to be, found good.
 *
 * @param url as it is stored and sent, ASCII
 * @param expiresAt null for never
 */
record LinkTerms(String url, @Nullable Instant expiresAt, LinkOptions options) {

  /** Until when Redis has to have it, visited or not; null for no such time. */
  @Nullable Instant promised() {
    Instant from = options.validFrom();
    return from != null && (expiresAt == null || from.isAfter(expiresAt)) ? from : expiresAt;
  }
}
