package dev.storefront.flashsale.promotion;

import dev.storefront.flashsale.promotion.Promotion.Rate;

/**
 * A bucket's share of a promotion's rate. Every bucket counts its own attempts, and lets one in at
 * least, so that none of the buyers whose home it is are kept out for good. Of a rate of fewer
 * attempts than there are buckets each has one in a window that is as much longer: on the whole no
 * more are let in than the rate has, though all buckets may let theirs in at once.
 *
 * @param max attempts in a window, 1 or more
 */
record BucketRate(int max, long windowMillis) {

  static BucketRate of(Rate rate, Buckets buckets, int bucket) {
    long window = rate.windowSeconds() * 1_000L;
    int count = buckets.count();
    return rate.max() < count
        ? new BucketRate(1, (window * count + rate.max() - 1) / rate.max())
        : new BucketRate(buckets.shareOf(rate.max(), bucket), window);
  }
}
