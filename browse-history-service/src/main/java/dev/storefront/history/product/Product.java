package dev.storefront.history.product;

import dev.storefront.history.core.Group;
import org.jspecify.annotations.Nullable;

/**
 * What the catalogue says of a SKU.
 *
 * @param group of which a history shows one SKU; null if the catalogue names none
 */
public record Product(
    long skuId,
    @Nullable Group group,
    @Nullable String name,
    @Nullable String imageUrl,
    boolean deleted) {

  /** The number of the group, null if there is none. */
  public @Nullable Long groupId() {
    return group == null ? null : group.id();
  }
}
