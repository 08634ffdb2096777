package dev.storefront.shortlink.link;

import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.code.TierProperties;
import java.time.Duration;
import org.springframework.stereotype.Component;

/** How long cold storage keeps links: each cell says it when it is written. */
@Component
class ColdTimes {

  private final ColdProperties.Kept kept;

  /**
   * @throws IllegalArgumentException if links would be gone from cold storage before Redis forgets
   *     them for want of visits: none would ever come back, and after a lost Redis all were gone
   */
  ColdTimes(ColdProperties properties, TierProperties tiers) {
    this.kept = properties.kept();
    require(kept.five(), tiers.of(Tier.FIVE).idleTime(), "five");
    require(kept.six(), tiers.of(Tier.SIX).idleTime(), "six");
    require(kept.seven(), tiers.of(Tier.SEVEN).idleTime(), "seven");
    require(kept.slugs(), tiers.slugIdleTime(), "slugs");
  }

  private static void require(Duration kept, Duration idle, String what) {
    if (kept.compareTo(idle) <= 0) {
      throw new IllegalArgumentException(
          "storefront.shortlink.cold.kept.%s is %s, and must be longer than the idle time, %s"
              .formatted(what, kept, idle));
    }
  }

  /** Milliseconds from the event's version. */
  long keptMillis(MappingEvent event) {
    return event.lastsMillis() + of(event.segment()).toMillis();
  }

  /** By the hash tag, which begins with the tier. */
  private Duration of(String tag) {
    return switch (tag.charAt(0)) {
      case '5' -> kept.five();
      case '6' -> kept.six();
      case '7' -> kept.seven();
      default -> kept.slugs();
    };
  }
}
