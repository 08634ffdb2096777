package dev.storefront.shortlink.code;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings of each tier.
 *
 * @param five of codes of five letters
 * @param six of codes of six letters
 * @param seven of codes of seven letters
 * @param slugIdleTime how long an unvisited slug stays in Redis; cold storage keeps it for ten
 *     years
 */
@Validated
@ConfigurationProperties("storefront.shortlink.tiers")
public record TierProperties(
    @NotNull @Valid Settings five,
    @NotNull @Valid Settings six,
    @NotNull @Valid Settings seven,
    @DefaultValue("90d") Duration slugIdleTime) {

  /**
   * @param key the secret that orders the tier's codes, for ever: another key makes other codes
   * @param idleTime a link that nobody visits for this long may be recycled
   * @param recyclingUnit how many neighbouring codes are used again together, 1 to 1000: with 1000
   *     markers say whether they are idle, with fewer each code is looked at
   * @param longestLife how far ahead a link may say when it ends or begins, for its code is in use
   *     until then; who says more gets a code of seven letters, for which this does not count
   */
  public record Settings(
      @NotNull @Size(min = 16, max = 200) String key,
      Duration idleTime,
      @DefaultValue("1000") @Min(1) @Max(Tier.SEGMENT_SIZE) int recyclingUnit,
      @DefaultValue("365d") Duration longestLife) {}

  /** The tier's settings. */
  public Settings of(Tier tier) {
    return switch (tier) {
      case FIVE -> five;
      case SIX -> six;
      case SEVEN -> seven;
    };
  }

  /** How long a link at that address lives from one visit to the next. */
  public Duration idleTime(Address address) {
    return address instanceof Address.Numbered numbered
        ? of(numbered.segment().tier()).idleTime()
        : slugIdleTime;
  }
}
