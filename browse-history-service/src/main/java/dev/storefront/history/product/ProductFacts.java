package dev.storefront.history.product;

import dev.storefront.history.core.Group;
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

  /** The SKU's group: itself, if nothing else is known. */
  public Group groupOf(long skuId) {
    Product product = bySku.get(skuId);
    return product == null || product.group() == null ? Group.ofSku(skuId) : product.group();
  }
}
