package dev.storefront.shortlink.code;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import org.hibernate.validator.constraints.time.DurationMax;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * @param baseUrl what short URLs begin with
 * @param ownHosts further host names under which this service can be reached at the same port;
 *     links to it would lead in circles and are refused
 * @param defaultTier the tier of links that name none
 * @param ownLeaseSize how many ids the service leases for links that come one by one
 * @param unknownFor how long a code without a link is remembered as such in this instance
 * @param near how long visits in this instance share one read of a link, counted from when it
 *     began, whatever other instances change; at most 1.8 s, so that a change shows everywhere
 *     within two
 */
@Validated
@ConfigurationProperties("storefront.shortlink.links")
public record LinkProperties(
    @DefaultValue("http://127.0.0.1:8084") URI baseUrl,
    @DefaultValue("localhost") Set<String> ownHosts,
    @DefaultValue("6") @Min(5) @Max(7) int defaultTier,
    @DefaultValue("1000") @Min(1) @Max(10_000) int ownLeaseSize,
    @DefaultValue("2s") Duration unknownFor,
    @DefaultValue("1800ms") @DurationMax(millis = 1_800) Duration near) {

  /** What stands before a code in its short URL. */
  public String shortUrlPrefix() {
    String base = baseUrl.toString();
    return base.endsWith("/") ? base : base + "/";
  }

  /** What people follow. */
  public String shortUrl(String code) {
    return shortUrlPrefix() + code;
  }

  /** The tier, or that of links that name none. */
  public Tier tierOr(@Nullable Integer tier) {
    return Tier.of(tier == null ? defaultTier : tier);
  }
}
