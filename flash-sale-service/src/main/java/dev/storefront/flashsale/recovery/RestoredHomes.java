package dev.storefront.flashsale.recovery;

import dev.storefront.flashsale.ledger.LedgerItem;
import dev.storefront.flashsale.promotion.Buckets;
import dev.storefront.flashsale.promotion.PromotionKeys;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Orders of one bucket of a hot promotion as {@code restoreHomes.lua} takes them. */
final class RestoredHomes {

  private final PromotionKeys bucket;
  private final Buckets buckets;
  private final Map<String, Integer> keys = new LinkedHashMap<>();
  private final List<Object> args = new ArrayList<>();

  RestoredHomes(PromotionKeys bucket, Buckets buckets, long fence) {
    this.bucket = bucket;
    this.buckets = buckets;
    numberOf(bucket.record());
    args.add(fence);
  }

  /** Adds one, unless the ledger has it as an attempt that came to nothing: it may come again. */
  void add(LedgerItem item) {
    if (RestoredOrders.cameToNothing(item)) {
      return;
    }
    args.add(item.orderId());
    args.add(buckets.homeOf(item.orderId(), item.ip(), item.pin()));
    args.add(item.attempt());
    args.add(numberOf(bucket.homes(item.orderId(), buckets.largestShare())));
  }

  boolean isEmpty() {
    return args.size() == 1;
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
