package dev.storefront.shortlink.sdk;

import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** A link that was given away, and that the service may not have yet. */
record Announced(Lease.Terms lease, ShortLink link, String url) {

  private static final JsonMapper JSON = new JsonMapper();

  /** The epoch and the id: no other link has both. */
  String key() {
    return lease.epoch() + ":" + link.id();
  }

  /** One line, without its end. */
  String encode() {
    return JSON.writeValueAsString(this);
  }

  /** What {@link #encode} wrote; empty if that was cut short. */
  static Optional<Announced> decode(String line) {
    try {
      return Optional.of(JSON.readValue(line, Announced.class));
    } catch (RuntimeException cutShort) {
      return Optional.empty();
    }
  }
}
