package dev.storefront.flashsale.promotion;

import dev.storefront.common.switches.Switches;
import dev.storefront.flashsale.promotion.Promotion.Rate;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/**
 * The rates that operators want. The switch {@code promotion-rate.<promotionId>} is {@code
 * <attempts>/<seconds>} and counts above the promotion's terms, for as long as it is set.
 */
@Component
class WantedRates {

  private final Supplier<Map<String, Rate>> switches;

  WantedRates(Switches switches) {
    this.switches = switches.defineEach("promotion-rate", Rate::parse);
  }

  /** The switches at hand, by promotion. */
  Map<String, Rate> set() {
    return switches.get();
  }

  /** What counts for a promotion just now. */
  Rate of(Promotion terms) {
    return set().getOrDefault(Long.toString(terms.promotionId()), terms.rate());
  }
}
