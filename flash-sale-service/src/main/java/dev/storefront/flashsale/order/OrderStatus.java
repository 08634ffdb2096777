package dev.storefront.flashsale.order;

/** What became of an order. Clients see the last three. */
public enum OrderStatus {
  /** An attempt came to nothing; another may begin. */
  FREE,
  /** An attempt is under way. */
  CLAIMED,
  /** An attempt failed, and what it reserved is being released. */
  REFUSED,
  GRABBED,
  PAID,
  CANCELLED;

  /** True once all items were reserved; false for what clients do not know of. */
  public boolean isVisible() {
    return compareTo(GRABBED) >= 0;
  }

  /** True while the order holds its units for good. */
  public boolean holdsUnits() {
    return this == GRABBED || this == PAID;
  }
}
