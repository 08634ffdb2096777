package dev.storefront.fitment.upkeep;

import java.util.List;

/** What came of one shelf. */
record Step(Tally tally, List<Difference> differences) {

  static Step of(Tally tally) {
    return new Step(tally, List.of());
  }
}
