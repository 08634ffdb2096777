package dev.storefront.shortlink.link;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A link as Redis and HBase keep it.
 *
 * @param generation of the code's segment when the link was made; 1 for a slug
 * @param version epoch milliseconds of the last change, higher than that of the change before
 * @param expiresAt when it ends whatever its visits; null for never
 * @param deleted true for what is left of a deleted link
 * @param createdBy the application that made it
 * @param url the target, ASCII
 */
public record StoredLink(
    int generation,
    long version,
    @Nullable Instant expiresAt,
    boolean deleted,
    Instant createdAt,
    String createdBy,
    String url) {

  private static final String SEPARATOR = "|";
  private static final int FIELDS = 7;

  /** True if its own time is over. */
  public boolean isExpired(Instant now) {
    return expiresAt != null && !now.isBefore(expiresAt);
  }

  StoredLink changed(String newUrl, @Nullable Instant newExpiresAt, Instant now) {
    return new StoredLink(
        generation, nextVersion(now), newExpiresAt, deleted, createdAt, createdBy, newUrl);
  }

  StoredLink asDeleted(Instant now) {
    return new StoredLink(generation, nextVersion(now), expiresAt, true, createdAt, createdBy, url);
  }

  private long nextVersion(Instant now) {
    return Math.max(version + 1, now.toEpochMilli());
  }

  /** {@code generation|version|expiresAt|L or D|createdAt|createdBy|url}, as the scripts expect. */
  String encode() {
    return String.join(
        SEPARATOR,
        Integer.toString(generation),
        Long.toString(version),
        Long.toString(expiresAt == null ? 0 : expiresAt.toEpochMilli()),
        deleted ? "D" : "L",
        Long.toString(createdAt.toEpochMilli()),
        URLEncoder.encode(createdBy, StandardCharsets.UTF_8),
        url);
  }

  static StoredLink decode(byte[] bytes) {
    String[] fields = new String(bytes, StandardCharsets.UTF_8).split("\\|", FIELDS);
    if (fields.length != FIELDS) {
      throw new IllegalArgumentException("not a stored link: %d fields".formatted(fields.length));
    }
    long expiresAt = Long.parseLong(fields[2]);
    return new StoredLink(
        Integer.parseInt(fields[0]),
        Long.parseLong(fields[1]),
        expiresAt == 0 ? null : Instant.ofEpochMilli(expiresAt),
        fields[3].equals("D"),
        Instant.ofEpochMilli(Long.parseLong(fields[4])),
        URLDecoder.decode(fields[5], StandardCharsets.UTF_8),
        fields[6]);
  }
}
