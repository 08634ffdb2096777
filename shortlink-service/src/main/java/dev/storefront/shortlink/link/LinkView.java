package dev.storefront.shortlink.link;

import dev.storefront.shortlink.code.Address;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * @param state {@code ACTIVE} or {@code EXPIRED}
 * @param generation how often the code has been lent, from 1
 */
record LinkView(
    @Schema(example = "4Xk02a") String code,
    @Schema(example = "http://127.0.0.1:8084/4Xk02a") String shortUrl,
    @Schema(example = "https://www.example.com/brake-pads?id=42") String url,
    @Schema(example = "6") @Nullable Integer tier,
    @Schema(
            example = "ACTIVE",
            allowableValues = {"ACTIVE", "EXPIRED"})
        String state,
    @Nullable Instant expiresAt,
    Instant createdAt,
    @Schema(example = "order-app") String createdBy,
    @Schema(example = "1") int generation) {

  static LinkView of(Address address, StoredLink link, String state, LinkProperties properties) {
    return new LinkView(
        address.code(),
        properties.shortUrl(address.code()),
        link.url(),
        CreatedLink.tierOf(address),
        state,
        link.expiresAt(),
        link.createdAt(),
        link.createdBy(),
        link.generation());
  }
}
