package dev.storefront.shortlink.link;

import dev.storefront.shortlink.code.Address;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A value of {@code shortlink-mappings}: a link as it is after a change. What lies outside these
 * bounds is no link: cold storage would refuse it again and again.
 *
 * @param segment the key of the record
 * @param version epoch milliseconds; of two events of a code and generation the higher one holds
 * @param url the target, also of a removed link
 * @param expiresAt epoch milliseconds, null for never
 * @param options what else it has; null for nothing
 */
record MappingEvent(
    @NotBlank @Size(max = 64) String eventId,
    @NotNull Type type,
    @NotNull @Pattern(regexp = Address.CODE) String code,
    @NotNull @Pattern(regexp = Address.TAG) String segment,
    @Min(1) int generation,
    @Min(1) @Max(YEAR_10000) long version,
    @NotNull @Pattern(regexp = "[!-~]+") @Size(max = TargetUrl.LONGEST) String url,
    @Min(1) @Max(YEAR_10000) @Nullable Long expiresAt,
    @Min(0) @Max(YEAR_10000) long createdAt,
    @NotNull @Size(max = LONGEST_TOKEN) String createdBy,
    @Valid @Nullable LinkOptions options) {

  private static final long YEAR_10000 = 253_402_300_800_000L;
  private static final int LONGEST_TOKEN = 8_192;

  enum Type {
    WRITTEN,
    CHANGED,
    REMOVED
  }

  /** The event of a link's present version; the same version always gets the same event id. */
  static MappingEvent of(Type type, Address address, StoredLink link) {
    return of(type, address.tag(), address.code(), link);
  }

  /** As above, of a link that was changed or removed. */
  static MappingEvent of(String segment, String code, StoredLink link) {
    return of(link.deleted() ? Type.REMOVED : Type.CHANGED, segment, code, link);
  }

  private static MappingEvent of(Type type, String segment, String code, StoredLink link) {
    return new MappingEvent(
        "%s-%d-%d".formatted(code, link.generation(), link.version()),
        type,
        code,
        segment,
        link.generation(),
        link.version(),
        link.url(),
        link.expiresAt() == null ? null : link.expiresAt().toEpochMilli(),
        link.createdAt().toEpochMilli(),
        link.createdBy(),
        link.options().isPlain() ? null : link.options());
  }

  /**
   * Milliseconds from its version to its end or its begin, whichever is last; 0 if both are over.
   */
  long lastsMillis() {
    Instant from = options == null ? null : options.validFrom();
    long begin = from == null ? 0 : Math.min(from.getEpochSecond(), YEAR_10000 / 1_000);
    long end = expiresAt == null ? 0 : expiresAt;
    return Math.max(version, Math.max(end, Math.max(0, begin) * 1_000)) - version;
  }

  StoredLink link() {
    return new StoredLink(
        generation,
        version,
        expiresAt == null ? null : Instant.ofEpochMilli(expiresAt),
        type == Type.REMOVED,
        Instant.ofEpochMilli(createdAt),
        createdBy,
        url,
        options == null ? LinkOptions.NONE : options);
  }
}
