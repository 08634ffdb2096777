package dev.storefront.fitment.product;

import dev.storefront.fitment.placement.Group;
import java.util.Optional;

/**
 * What a record of the catalogue means for a SKU.
 *
 * @param version of the SKU's product; {@link #FORGOTTEN} if the topic forgot the SKU, which counts
 *     as a deletion unless the product is known to be deleted
 * @param group where the SKU belongs now, empty if it is deleted
 */
record CatalogueStep(long skuId, long version, Optional<Group> group) {

  static final long FORGOTTEN = -1;

  static CatalogueStep of(ProductChange change) {
    return new CatalogueStep(change.skuId(), change.version(), change.group());
  }

  static CatalogueStep forgotten(long skuId) {
    return new CatalogueStep(skuId, FORGOTTEN, Optional.empty());
  }
}
