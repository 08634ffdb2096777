package dev.storefront.history.rebuild;

import dev.storefront.common.redis.HashSlots;
import org.jspecify.annotations.Nullable;

/**
 * What is to be brought into Redis again.
 *
 * @param from page views that the topic got from then on, epoch milliseconds; null for those that
 *     may have been recorded since {@code lostSince}
 * @param slots only of users whose keys lie in them; null for all
 * @param lostSince writes that Redis acknowledged before are there, epoch milliseconds; 0 if
 *     nothing is known
 */
record RebuildRequest(@Nullable Long from, @Nullable HashSlots slots, long lostSince) {

  /** What an operator asks for. */
  static RebuildRequest from(long from) {
    return new RebuildRequest(from, null, 0);
  }

  /** What is needed after Redis fell back. */
  static RebuildRequest of(HashSlots slots, long lostSince) {
    return new RebuildRequest(null, slots, lostSince);
  }
}
