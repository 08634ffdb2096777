package dev.storefront.flashsale.promotion;

/** What is known of sales without Redis. */
@FunctionalInterface
public interface Books {

  /** Units that orders hold of a promotion; behind by what is on its way. */
  long reserved(long promotionId);
}
