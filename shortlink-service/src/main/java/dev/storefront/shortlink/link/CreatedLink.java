package dev.storefront.shortlink.link;

import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.LinkProperties;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * @param tier null for a slug
 * @param expiresAt null for a link that ends only when nobody visits it any more
 */
record CreatedLink(
    @Schema(example = "4Xk02a") String code,
    @Schema(example = "http://127.0.0.1:8084/4Xk02a") String shortUrl,
    @Schema(example = "6") @Nullable Integer tier,
    @Nullable Instant expiresAt) {

  static CreatedLink of(Address address, StoredLink link, LinkProperties properties) {
    return new CreatedLink(
        address.code(), properties.shortUrl(address.code()), tierOf(address), link.expiresAt());
  }

  static @Nullable Integer tierOf(Address address) {
    return address instanceof Address.Numbered numbered
        ? Integer.valueOf(numbered.segment().tier().length())
        : null;
  }
}
