package dev.storefront.shortlink.link;

import dev.storefront.shortlink.code.Address;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A value of {@code shortlink-mappings}: a link as it is after a change.
 *
 * @param segment the key of the record
 * @param version epoch milliseconds; of two events of a code and generation the higher one holds
 * @param url the target, also of a removed link
 * @param expiresAt epoch milliseconds, null for never
 */
record MappingEvent(
    @NotBlank String eventId,
    @NotNull Type type,
    @NotBlank String code,
    @NotBlank String segment,
    @Min(1) int generation,
    @Min(1) long version,
    @NotBlank String url,
    @Nullable Long expiresAt,
    @Min(0) long createdAt,
    @NotNull String createdBy) {

  enum Type {
    WRITTEN,
    CHANGED,
    REMOVED
  }

  /** The event of a link's present version; the same version always gets the same event id. */
  static MappingEvent of(Type type, Address address, StoredLink link) {
    return new MappingEvent(
        "%s-%d-%d".formatted(address.code(), link.generation(), link.version()),
        type,
        address.code(),
        address.tag(),
        link.generation(),
        link.version(),
        link.url(),
        link.expiresAt() == null ? null : link.expiresAt().toEpochMilli(),
        link.createdAt().toEpochMilli(),
        link.createdBy());
  }

  StoredLink link() {
    return new StoredLink(
        generation,
        version,
        expiresAt == null ? null : Instant.ofEpochMilli(expiresAt),
        type == Type.REMOVED,
        Instant.ofEpochMilli(createdAt),
        createdBy,
        url);
  }
}
