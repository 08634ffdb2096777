package dev.storefront.shortlink.link;

import dev.storefront.common.web.Problem;
import dev.storefront.shortlink.code.Address;
import dev.storefront.shortlink.code.Tier;
import dev.storefront.shortlink.code.TierProperties;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.UnaryOperator;
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

  /**
   * A change of a link that has its code already; what it was promised before it keeps.
   *
   * @return the change, which fails as 400 if the link's tier does not let it live for so long
   */
  UnaryOperator<LinkTerms> checked(Address address, UnaryOperator<LinkTerms> change) {
    return before -> {
      LinkTerms after = change.apply(before);
      if (address instanceof Address.Numbered numbered) {
        require(numbered.segment().tier(), before.promised(), after);
      }
      return after;
    };
  }

  private void require(Tier tier, @Nullable Instant before, LinkTerms after) {
    Instant promised = after.promised();
    boolean isNoLater = before != null && promised != null && !promised.isAfter(before);
    if (!isNoLater && !allows(tier, promised)) {
      throw Problem.invalid(
              promised != null && promised.equals(after.expiresAt()) ? "expiresAt" : "validFrom",
              "must lie at most %d days ahead with a code of %d letters; a new link gets a longer one"
                  .formatted(longest(tier).toDays(), tier.length()))
          .toException();
    }
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
