package dev.storefront.shortlink.link;

import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.code.TierProperties;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * How far ahead a link may say when it ends, or begins. Until then its code is in use, visited or
 * not, and so are those that come back with it. So what lives for long gets one of the longest
 * codes, of which there are plenty.
 */
@Component
class LongestLife {

  private final TierProperties tiers;
  private final Clock clock;

  LongestLife(TierProperties tiers, Clock clock) {
    this.tiers = tiers;
    this.clock = clock;
  }

  /** The tier of a new link: the wanted one, unless the link is to live for longer than it lets. */
  Tier tierFor(Tier wanted, LinkTerms terms) {
    return allows(wanted, terms.promised()) ? wanted : Tier.SEVEN;
  }

  private boolean allows(Tier tier, @Nullable Instant promised) {
    return promised == null
        || tier == Tier.SEVEN
        || Duration.between(clock.instant(), promised).compareTo(longest(tier)) <= 0;
  }

  private Duration longest(Tier tier) {
    return tiers.of(tier).longestLife();
  }
}
