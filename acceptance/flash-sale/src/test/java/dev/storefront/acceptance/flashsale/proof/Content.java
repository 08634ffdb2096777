package dev.storefront.acceptance.flashsale.proof;

import java.util.SortedMap;

/**
 * What an order asks for, and for whom.
 *
 * @param units by promotion
 */
public record Content(SortedMap<Long, Integer> units, String pin, String ip) {

  int unitsOf(long promotionId) {
    return units.getOrDefault(promotionId, 0);
  }
}
