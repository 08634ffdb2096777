package dev.storefront.fitment.placement;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The newest revisions that were heard of, so that a read that was under way meanwhile, or that
 * came before the change got to Redis, is not kept. Takes a fixed room: shelves share slots, and
 * when one takes another's place, what was being read of both is not kept either. Thread-safe.
 */
final class HeardRevisions {

  private static final int SLOTS = 1 << 14;
  private static final Heard NOTHING = new Heard(new Shelf(Group.self(0), 0), 0, 0);

  private final AtomicReferenceArray<Heard> slots = new AtomicReferenceArray<>(SLOTS);

  HeardRevisions() {
    for (int i = 0; i < SLOTS; i++) {
      slots.set(i, NOTHING);
    }
  }

  /** What a shelf's slot says, to be taken before the shelf is read. */
  Heard last(Shelf shelf) {
    return slots.get(slot(shelf));
  }

  /** A shelf has this revision, or will have it soon. */
  void hear(Shelf shelf, long revision) {
    slots.updateAndGet(slot(shelf), last -> last.then(shelf, revision));
  }

  /**
   * True if nothing newer was heard of than what was read.
   *
   * @param before what {@link #last} said before it was read
   */
  boolean isNewest(Shelf shelf, long revision, Heard before) {
    Heard now = last(shelf);
    return now.turn() == before.turn()
        && (!now.shelf().equals(shelf) || revision >= now.revision());
  }

  private static int slot(Shelf shelf) {
    int hash = shelf.hashCode();
    return (hash ^ hash >>> 16) & SLOTS - 1;
  }

  /**
   * What a slot says.
   *
   * @param shelf of those that share the slot, the one that was heard of last
   * @param revision the highest one since its turn began
   * @param turn how often the slot has passed from one shelf to another
   */
  record Heard(Shelf shelf, long revision, long turn) {

    Heard then(Shelf next, long nextRevision) {
      if (!shelf.equals(next)) {
        return new Heard(next, nextRevision, turn + 1);
      }
      return nextRevision > revision ? new Heard(shelf, nextRevision, turn) : this;
    }
  }
}
