package dev.storefront.fitment.sku;

/** A SKU is of another version than the caller says; thrown where a transaction has to end. */
final class StaleVersionException extends RuntimeException {

  /**
   * @param version the SKU's, 0 if nothing is known of it
   */
  StaleVersionException(long version) {
    super(version == 0 ? "nothing is known of the SKU" : "the SKU is of version " + version);
  }
}
