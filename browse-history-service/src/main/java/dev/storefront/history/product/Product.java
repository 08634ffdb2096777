package dev.storefront.history.product;

import dev.storefront.history.core.Group;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the catalogue says of a SKU.
 *
 * @param group of which a history shows one SKU; the SKU itself if the catalogue names none
 * @param json how a list shows it, up to the time of the view: made once for all users
 */
public record Product(long skuId, Group group, boolean deleted, SerializableString json) {

  static Product of(
      long skuId,
      @Nullable Group group,
      @Nullable String name,
      @Nullable String imageUrl,
      boolean deleted) {
    String json =
        "{\"skuId\":"
            + skuId
            + ",\"spuId\":"
            + (group == null ? null : group.id())
            + ",\"name\":"
            + JsonMapper.shared().writeValueAsString(name)
            + ",\"imageUrl\":"
            + JsonMapper.shared().writeValueAsString(imageUrl)
            + ",\"viewedAt\":\"";
    return new Product(
        skuId, group == null ? Group.ofSku(skuId) : group, deleted, new SerializedString(json));
  }

  /** A SKU of which nobody told anything. */
  static Product unknown(long skuId) {
    return of(skuId, null, null, null, false);
  }
}
