package dev.storefront.common.redis;

import dev.storefront.common.redis.FallbackTable.Stored;

/**
 * What an instance knows of the fall-backs of one cluster.
 *
 * @param version grows with each change of it
 * @param floors of every slot: what was written in an earlier generation is not believed
 */
record Known(long version, FallbackState state, long[] floors) {

  static Known of(Stored stored) {
    return new Known(stored.version(), stored.state(), stored.state().floors());
  }

  long generation() {
    return state.generation();
  }

  long floor(int slot) {
    return floors[slot];
  }
}
