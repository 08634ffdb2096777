package dev.storefront.common.redis;

import dev.storefront.common.health.BackendUnavailableException;
import dev.storefront.common.redis.FallbackTable.Stored;
import java.time.Instant;

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

  /**
   * Has a call fail that is not to be made while its slot is in doubt. A call runs in no other
   * generation than the one that it was asked for in.
   */
  void require(ScriptCall call) {
    if (call.mostDoubted() != Long.MAX_VALUE && doubt(call.slot()) > call.mostDoubted()) {
      throw new BackendUnavailableException(
          "redis", false, new IllegalStateException("Redis fell back, and is not repaired yet"));
    }
  }

  long floor(int slot) {
    return floors[slot];
  }

  /** The slot's floor as far as it was found by then: 1 if its latest doubt was found later. */
  long floorAt(int slot, Instant time) {
    return state.doubts().stream()
        .filter(doubt -> !doubt.foundAt().isAfter(time) && doubt.slots().contains(slot))
        .mapToLong(FallbackState.Doubt::generation)
        .findAny()
        .orElse(1);
  }

  /** The generation that the slot has been in doubt since, 0 if it is not. */
  long doubt(int slot) {
    return inDoubt.contains(slot) ? floors[slot] : 0;
  }

  /** True if the slot is in doubt, or was found to have fallen back after that time. */
  boolean fellBackAfter(int slot, Instant time) {
    return inDoubt.contains(slot)
        || state.doubts().stream()
            .anyMatch(doubt -> doubt.foundAt().isAfter(time) && doubt.slots().contains(slot));
  }
}
