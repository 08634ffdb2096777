package dev.storefront.common.redis;

import dev.storefront.common.redis.FallbackTable.Stored;

/**
 * What an instance knows of the fall-backs of one cluster.
 *
 * @param version grows with each change of it
 * @param floors of every slot: what was written in an earlier generation is not believed
 * @param inDoubt the slots of which a repair is not known to have ended
 */
record Known(long version, FallbackState state, long[] floors, HashSlots inDoubt) {

  static Known of(Stored stored) {
    FallbackState state = stored.state();
    return new Known(stored.version(), state, state.floors(), state.inDoubt());
  }

  long generation() {
    return state.generation();
  }

  long floor(int slot) {
    return floors[slot];
  }
}
