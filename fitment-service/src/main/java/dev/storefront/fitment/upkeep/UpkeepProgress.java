package dev.storefront.fitment.upkeep;

import dev.storefront.fitment.placement.Shelf;
import org.jspecify.annotations.Nullable;

/**
 * How far a rebuild or a consistency check is.
 *
 * @param last the last shelf that is done; null before the first
 * @param tally what came of those that are done
 */
record UpkeepProgress(@Nullable Shelf last, Tally tally) {

  static final UpkeepProgress NONE = new UpkeepProgress(null, Tally.NONE);

  UpkeepProgress after(Shelf done, Tally of) {
    return new UpkeepProgress(done, tally.plus(of));
  }
}
