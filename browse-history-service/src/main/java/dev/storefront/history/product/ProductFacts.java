package dev.storefront.history.product;

import java.util.Map;
import java.util.Optional;

/**
 * The answer to a look-up.
 *
 * @param bySku the products that are known
 * @param complete false if the product store was away: what is missing may exist, what is there may
 *     be outdated
 */
public record ProductFacts(Map<Long, Product> bySku, boolean complete) {

  /** The SKU's product, if it is known. */
  public Optional<Product> of(long skuId) {
    return Optional.ofNullable(bySku.get(skuId));
  }
}
