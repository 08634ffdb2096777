package dev.storefront.history.model;

import java.util.List;

/** One thing that somebody of a family does; times are those of earlier moments of the family. */
sealed interface Step {

  /** Number of the member: 0 is the user, the others are guests. */
  int who();

  /**
   * A SKU looked at.
   *
   * @param sku its number in the catalogue; from {@link Catalogue#SKUS} on of nobody's catalogue
   * @param moment of the family, 0 for the first; or negative, so many hours before the run
   */
  record Sight(int sku, int moment) {}

  /** Page views in the order in which they come, perhaps late, perhaps doubled. */
  record Look(int who, List<Sight> sights) implements Step {}

  /** Products taken out. */
  record Delete(int who, List<Integer> skus) implements Step {}

  /** All taken out. */
  record Clear(int who) implements Step {}

  /** Nothing to be recorded. */
  record Pause(int who) implements Step {}

  /** To be recorded again. */
  record Resume(int who) implements Step {}

  /** All to be forgotten. */
  record Erase(int who) implements Step {}

  /** Paid for at that moment of the family. */
  record Pay(int who, int sku, int moment) implements Step {}

  /** Looks at the own list. */
  record Ask(int who) implements Step {}
}
