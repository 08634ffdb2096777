package dev.storefront.shortlink.sdk;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** A link that was given away, and that the service may not have yet. */
record Announced(Lease.Terms lease, ShortLink link, String url) {

  private static final int FIELDS = 7;

  /** The epoch and the id: no other link has both. */
  String key() {
    return lease.epoch() + ":" + link.id();
  }

  /** One line, without its end. */
  String encode() {
    return String.join(
        " ",
        Long.toString(lease.epoch()),
        Long.toString(link.id()),
        lease.id(),
        Long.toString(lease.expiresAt().toEpochMilli()),
        escaped(lease.shortUrlPrefix()),
        link.code(),
        escaped(url));
  }

  /** What {@link #encode} wrote; empty if that was cut short. */
  static Optional<Announced> decode(String line) {
    String[] fields = line.split(" ", -1);
    if (fields.length != FIELDS) {
      return Optional.empty();
    }
    try {
      String prefix = URLDecoder.decode(fields[4], StandardCharsets.UTF_8);
      return Optional.of(
          new Announced(
              new Lease.Terms(
                  fields[2],
                  Long.parseLong(fields[0]),
                  Instant.ofEpochMilli(Long.parseLong(fields[3])),
                  prefix),
              new ShortLink(Long.parseLong(fields[1]), fields[5], prefix + fields[5]),
              URLDecoder.decode(fields[6], StandardCharsets.UTF_8)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String escaped(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
