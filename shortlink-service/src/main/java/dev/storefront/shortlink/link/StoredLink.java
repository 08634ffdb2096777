package dev.storefront.shortlink.link;

import com.google.common.collect.Comparators;
import dev.storefront.common.security.Caller;
import dev.storefront.common.security.Scope;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A link as Redis and HBase keep it.
 *
 * @param generation of the code when the link was made; 1 for a slug
 * @param version epoch milliseconds of the last change, higher than that of the change before
 * @param expiresAt when it ends whatever its visits; null for never
 * @param deleted true for what is left of a deleted link
 * @param createdBy the application that made it, which owns it
 * @param url the target, ASCII
 */
public record StoredLink(
    int generation,
    long version,
    @Nullable Instant expiresAt,
    boolean deleted,
    Instant createdAt,
    String createdBy,
    String url,
    LinkOptions options) {

  private static final String SEPARATOR = "|";
  private static final int PLAIN_FIELDS = 7;

  /** A new link. */
  static StoredLink made(int generation, LinkTerms terms, String clientId, Clock clock) {
    long now = clock.millis();
    return new StoredLink(
        generation,
        now,
        terms.expiresAt(),
        false,
        Instant.ofEpochMilli(now),
        clientId,
        terms.url(),
        terms.options());
  }

  /** True if its own time is over. */
  public boolean isExpired(Instant now) {
    return expiresAt != null && !now.isBefore(expiresAt);
  }

  /** True if its own time has not begun. */
  boolean isEarly(Instant now) {
    Instant from = options.validFrom();
    return from != null && now.isBefore(from);
  }

  /**
   * How long Redis keeps it, visited or not: until the end that it says, and an early one until it
   * has begun. What is left of a deleted one is kept for an idle time: nobody is to be told for
   * years that there is nothing, but until cold storage has heard of the deletion, it has the link.
   *
   * @param now when it is changed or brought back
   */
  Duration kept(Duration idle, Instant now) {
    if (deleted) {
      return idle;
    }
    Instant from = options.validFrom();
    Duration kept = from != null && isEarly(now) ? Duration.between(now, from).plus(idle) : idle;
    Duration left = expiresAt == null ? idle : Duration.between(now, expiresAt);
    return Comparators.max(kept, left);
  }

  /** True if it leads to such a target, on whatever device; of devices without one it is null. */
  public boolean leadsTo(Predicate<@Nullable String> such) {
    LinkOptions.Devices devices = options.devices();
    return such.test(url)
        || (devices != null
            && (such.test(devices.ios())
                || such.test(devices.android())
                || such.test(devices.desktop())));
  }

  /** True if the caller may look at it and change it: who made it, and every operator. */
  boolean isOpenTo(Caller caller) {
    return caller.has(Scope.OPERATOR) || caller.clientId().equals(createdBy);
  }

  LinkTerms terms() {
    return new LinkTerms(url, expiresAt, options);
  }

  StoredLink changed(LinkTerms terms, Instant now) {
    return new StoredLink(
        generation,
        nextVersion(now),
        terms.expiresAt(),
        deleted,
        createdAt,
        createdBy,
        terms.url(),
        terms.options());
  }

  StoredLink asDeleted(Instant now) {
    return new StoredLink(
        generation, nextVersion(now), expiresAt, true, createdAt, createdBy, url, options);
  }

  private long nextVersion(Instant now) {
    return Math.max(version + 1, now.toEpochMilli());
  }

  /**
   * {@code generation|version|expiresAt|L or D|createdAt|createdBy|url}, as the scripts expect; of
   * a link with options they follow as {@code |JSON}. No URL has the separator in it.
   */
  String encode() {
    return encode(Long.toString(createdAt.toEpochMilli()));
  }

  /** As above, in less room: without {@code createdAt} where that is the version. */
  String encodeBriefly() {
    return createdAt.toEpochMilli() == version ? encode("") : encode();
  }

  private String encode(String made) {
    String plain =
        String.join(
            SEPARATOR,
            Integer.toString(generation),
            Long.toString(version),
            Long.toString(expiresAt == null ? 0 : expiresAt.toEpochMilli()),
            deleted ? "D" : "L",
            made,
            URLEncoder.encode(createdBy, StandardCharsets.UTF_8),
            url);
    return options.isPlain() ? plain : plain + SEPARATOR + options.encode();
  }

  /** Either of the two. */
  static StoredLink decode(byte[] bytes) {
    String[] fields = new String(bytes, StandardCharsets.UTF_8).split("\\|", PLAIN_FIELDS + 1);
    if (fields.length < PLAIN_FIELDS) {
      throw new IllegalArgumentException("not a stored link: %d fields".formatted(fields.length));
    }
    long version = Long.parseLong(fields[1]);
    long expiresAt = Long.parseLong(fields[2]);
    return new StoredLink(
        Integer.parseInt(fields[0]),
        version,
        expiresAt == 0 ? null : Instant.ofEpochMilli(expiresAt),
        fields[3].equals("D"),
        Instant.ofEpochMilli(fields[4].isEmpty() ? version : Long.parseLong(fields[4])),
        URLDecoder.decode(fields[5], StandardCharsets.UTF_8),
        fields[6],
        fields.length == PLAIN_FIELDS
            ? LinkOptions.NONE
            : LinkOptions.decode(fields[PLAIN_FIELDS]));
  }
}
