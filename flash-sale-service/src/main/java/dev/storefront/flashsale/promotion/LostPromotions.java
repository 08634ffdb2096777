package dev.storefront.flashsale.promotion;

import java.util.Set;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/**
 * Promotions whose record a grab found missing or not to be trusted, until someone sees to them.
 */
@Component
class LostPromotions {

  /** More are reported again by the next grab. */
  private static final int MOST = 10_000;

  private final Set<Long> lost = new TreeSet<>();

  synchronized void add(long promotionId) {
    if (lost.size() < MOST) {
      lost.add(promotionId);
    }
  }

  /** All that were reported since the last time. */
  synchronized Set<Long> take() {
    Set<Long> all = Set.copyOf(lost);
    lost.clear();
    return all;
  }
}
