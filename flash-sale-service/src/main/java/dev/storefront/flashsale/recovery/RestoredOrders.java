package dev.storefront.flashsale.recovery;

import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.promotion.PromotionKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Orders of one promotion as {@code restoreUnits.lua} takes them. */
final class RestoredOrders {

  private final PromotionKeys promotion;
  private final int quota;
  private final boolean holds;
  private final Map<String, Integer> keys = new LinkedHashMap<>();
  private final List<Object> args = new ArrayList<>();
  private final int none;

  /**
   * @param holds true if the orders' holds for their addresses are restored, false if their
   *     reservations
   */
  RestoredOrders(PromotionKeys promotion, int quota, boolean holds, long fence) {
    this.promotion = promotion;
    this.quota = quota;
    this.holds = holds;
    numberOf(promotion.record());
    args.add(fence);
    args.add(holds ? 1 : 0);
    none = args.size();
  }

  /** Adds one, unless the ledger has it as an attempt that came to nothing: it may come again. */
  void add(LedgerItem item) {
    if (cameToNothing(item)) {
      return;
    }
    args.add(item.orderId());
    args.add(item.attempt());
    args.add(item.isHeld() ? "T" : "C");
    args.add(item.quantity());
    args.add(item.remaining() == null ? 0 : item.remaining());
    args.add(item.ip());
    args.add(item.pin());
    args.add(
        numberOf(
            holds
                ? promotion.holds(item.orderId(), quota)
                : promotion.reservations(item.orderId(), quota)));
    args.add(numberOf(promotion.limits(PromotionKeys.ip(item.ip()), quota)));
    args.add(numberOf(promotion.limits(PromotionKeys.pin(item.pin()), quota)));
  }

  /** True of an attempt that was never answered with success. */
  static boolean cameToNothing(LedgerItem item) {
    return !item.isHeld() && item.reason() == null;
  }

  boolean isEmpty() {
    return args.size() == none;
  }

  List<String> keys() {
    return List.copyOf(keys.keySet());
  }

  Object[] args() {
    return args.toArray();
  }

  private int numberOf(String key) {
    return keys.computeIfAbsent(key, added -> keys.size() + 1);
  }
}
