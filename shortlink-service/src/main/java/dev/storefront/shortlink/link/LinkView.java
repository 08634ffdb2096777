package dev.storefront.shortlink.link;

import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.LinkProperties;
import dev.storefront.shortlink.link.LinkOptions.Devices;
import dev.storefront.shortlink.link.LinkOptions.Utm;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * @param state {@code ACTIVE}, {@code EXPIRED} or, before its time, {@code NOT_YET_VALID}
 * @param generation how often the code has been lent, from 1
 */
record LinkView(
    @Schema(example = "4Xk02a") String code,
    @Schema(example = "http://127.0.0.1:8084/4Xk02a") String shortUrl,
    @Schema(example = "https://www.example.com/brake-pads?id=42") String url,
    @Schema(example = "6") @Nullable Integer tier,
    @Schema(
            example = "ACTIVE",
            allowableValues = {"ACTIVE", "EXPIRED", "NOT_YET_VALID"})
        String state,
    @Nullable Instant validFrom,
    @Nullable Instant expiresAt,
    @Schema(example = "100") @Nullable Integer maxVisits,
    @Schema(example = "[\"spring\"]") List<String> tags,
    boolean passwordProtected,
    @Nullable Utm utm,
    boolean forwardQuery,
    @Nullable Devices devices,
    Instant createdAt,
    @Schema(example = "order-app") String createdBy,
    @Schema(example = "1") int generation) {

  static LinkView of(Address address, Lookup lookup, StoredLink link, LinkProperties properties) {
    LinkOptions options = link.options();
    return new LinkView(
        address.code(),
        properties.shortUrl(address.code()),
        link.url(),
        CreatedLink.tierOf(address),
        stateOf(lookup),
        options.validFrom(),
        link.expiresAt(),
        options.maxVisits(),
        options.tags(),
        options.passwordHash() != null,
        options.utm(),
        Boolean.TRUE.equals(options.forwardQuery()),
        options.devices(),
        link.createdAt(),
        link.createdBy(),
        link.generation());
  }

  private static String stateOf(Lookup lookup) {
    if (lookup instanceof Lookup.Expired) {
      return "EXPIRED";
    }
    return lookup instanceof Lookup.Early ? "NOT_YET_VALID" : "ACTIVE";
  }
}
