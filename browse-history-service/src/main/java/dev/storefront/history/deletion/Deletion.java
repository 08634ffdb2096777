package dev.storefront.history.deletion;

import dev.storefront.history.core.Group;

/**
 * That a user took a SKU out of the history.
 *
 * @param group the SKU's group at that time, which goes with it; the SKU itself if it has none
 * @param deletedAt up to when views of both do not show, epoch milliseconds
 */
public record Deletion(long skuId, Group group, long deletedAt) {

  Deletion at(long time) {
    return new Deletion(skuId, group, time);
  }
}
