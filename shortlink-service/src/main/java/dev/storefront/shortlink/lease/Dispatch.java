package dev.storefront.shortlink.lease;

import dev.storefront.shortlink.code.IdRange;
import dev.storefront.shortlink.segment.Portion;
import java.util.ArrayList;
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
    List<Portion> unused = new ArrayList<>();
    long first = portion.ids().first();
    int count = (int) portion.ids().count();
    int from = used.nextClearBit(0);
    while (from < count) {
      int next = used.nextSetBit(from);
      int to = next < 0 ? count : next;
      unused.add(
          new Portion(
              portion.segment(), portion.generation(), new IdRange(first + from, first + to - 1)));
      from = used.nextClearBit(to);
    }
    return unused;
  }
}
