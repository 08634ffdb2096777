package dev.storefront.shortlink.repair;

import java.util.Map;

/**
 * How far a repair is.
 *
 * @param note the last change that was begun before; -1 as long as that is not known
 * @param ends offsets by partition up to where cold storage has to hear of changes; empty as long
 *     as that is not known
 * @param complete true if it has
 * @param step what is looked through next
 */
record RepairProgress(long note, Map<Integer, Long> ends, boolean complete, int step) {

  static final RepairProgress START = new RepairProgress(-1, Map.of(), false, 0);

  RepairProgress upTo(long lastNote) {
    return new RepairProgress(lastNote, ends, false, 0);
  }

  RepairProgress upTo(Map<Integer, Long> offsets) {
    return new RepairProgress(note, offsets, false, 0);
  }

  RepairProgress completed() {
    return new RepairProgress(note, ends, true, 0);
  }

  RepairProgress at(int next) {
    return new RepairProgress(note, ends, complete, next);
  }
}
