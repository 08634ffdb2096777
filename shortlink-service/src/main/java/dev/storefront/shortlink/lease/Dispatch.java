package dev.storefront.shortlink.lease;

import dev.storefront.shortlink.segment.Portion;
import dev.storefront.shortlink.segment.SegmentIds;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * A portion as it was handed out.
 *
 * @param used a bit for each id from the first on, set once it was published
 */
record Dispatch(long id, Portion portion, BitSet used) {

  boolean contains(long id) {
    return portion.ids().contains(id);
  }

  /** A copy with these ids marked as used. */
  Dispatch withUsed(Collection<Long> ids) {
    BitSet more = (BitSet) used.clone();
    ids.forEach(id -> more.set((int) (id - portion.ids().first())));
    return new Dispatch(id, portion, more);
  }

  boolean isUsed(long id) {
    return used.get((int) (id - portion.ids().first()));
  }

  List<Portion> unused() {
    return SegmentIds.none(portion.segment())
        .plus(portion.ids())
        .minus(used.stream().mapToLong(bit -> portion.ids().first() + bit))
        .ranges()
        .stream()
        .map(ids -> new Portion(portion.segment(), portion.generation(), ids))
        .toList();
  }
}
