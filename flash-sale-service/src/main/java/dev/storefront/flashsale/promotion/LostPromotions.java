package dev.storefront.flashsale.promotion;

import java.util.Set;
import java.util.TreeSet;
import org.springframework.stereotype.Component;

/**
 * Promotions whose record a grab found missing or not to be trusted, until someone sees to them.
 */
@Component
class LostPromotions {

  /** More are noted again by the next grab. */
  private static final int MOST = 10_000;

  private final Set<Long> noted = new TreeSet<>();

  synchronized void note(long promotionId) {
    if (noted.size() < MOST) {
      noted.add(promotionId);
    }
  }

  /** All that were noted since the last time. */
  synchronized Set<Long> take() {
    Set<Long> taken = Set.copyOf(noted);
    noted.clear();
    return taken;
  }
}
