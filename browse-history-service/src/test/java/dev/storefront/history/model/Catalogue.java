package dev.storefront.history.model;

import dev.storefront.history.core.Group;
import java.util.HashSet;
import java.util.Set;

/**
 * The products of a run, so many SKUs from the first one on: the first 24 are of the marketplace,
 * three of an SPU; the next 12 are sold by ourselves, three of a main SKU; of the others nobody
 * tells anything.
 */
final class Catalogue {

  static final int SKUS = 60;
  static final int KNOWN = 36;

  private static final int OF_THE_MARKETPLACE = 24;
  private static final int TOGETHER = 3;

  private final long firstSku;
  private final Set<Long> deleted = new HashSet<>();

  Catalogue(long firstSku) {
    this.firstSku = firstSku;
  }

  long sku(int number) {
    return firstSku + number;
  }

  Group groupOf(long sku) {
    long number = sku - firstSku;
    if (number < 0 || number >= KNOWN) {
      return Group.ofSku(sku);
    }
    long first = sku - number % TOGETHER;
    return new Group(number < OF_THE_MARKETPLACE ? Group.Kind.SPU : Group.Kind.MAIN_SKU, first);
  }

  /** The catalogue deletes a product, or has it again. */
  void set(long sku, boolean isDeleted) {
    if (isDeleted) {
      deleted.add(sku);
    } else {
      deleted.remove(sku);
    }
  }

  boolean isDeleted(long sku) {
    return deleted.contains(sku);
  }
}
