package dev.storefront.history.core;

/**
 * What of which a history shows one view: the latest.
 *
 * @param kind whose number it is: these are different numbers
 * @param id of the SPU, the main SKU, or the SKU
 */
public record Group(Kind kind, long id) {

  /** Whose number a group's id is. */
  public enum Kind {
    /** An SPU of the marketplace. */
    SPU,
    /** The main SKU of a product that we sell ourselves. */
    MAIN_SKU,
    /** A SKU of which nobody told a product. */
    SKU
  }

  /** The group of a SKU of which nothing is known: itself. */
  public static Group ofSku(long skuId) {
    return new Group(Kind.SKU, skuId);
  }
}
