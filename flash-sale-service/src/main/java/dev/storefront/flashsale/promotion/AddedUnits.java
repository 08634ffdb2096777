package dev.storefront.flashsale.promotion;

/** Wants to know of units that were added to promotions, by this instance. */
@FunctionalInterface
public interface AddedUnits {

  /** Redis has the promotion's terms, and so whatever was added to its units. */
  void mayBeThere(long promotionId);
}
