package dev.storefront.history.product;

import org.jspecify.annotations.Nullable;

/**
 * What the catalogue says of a SKU.
 *
 * @param spuId the marketplace product it belongs to
 * @param mainSkuId the main SKU it is a variant of, where it is self-operated
 */
public record Product(
    long skuId,
    @Nullable Long spuId,
    @Nullable Long mainSkuId,
    @Nullable String name,
    @Nullable String imageUrl,
    boolean deleted) {

  /**
   * The group of which a history shows one SKU: the SPU, or else the main SKU. Null if the
   * catalogue names neither.
   */
  public @Nullable Long group() {
    return spuId != null ? spuId : mainSkuId;
  }
}
