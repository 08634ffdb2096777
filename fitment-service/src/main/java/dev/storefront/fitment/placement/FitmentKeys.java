package dev.storefront.fitment.placement;

import dev.storefront.common.namespace.Namespace;
import dev.storefront.fitment.bitmap.VehicleSet;
import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * The Redis keys of a SKU, all in the slot of its group:
 *
 * <ul>
 *   <li>{@code fitment:{SELF:100}:5001} its head: status, version and which segments have bits
 *   <li>{@code fitment:{SELF:100}:5001:0} the bits of segment 0 ({@link VehicleSet#segment})
 * </ul>
 */
@Component
class FitmentKeys {

  private final Namespace namespace;

  FitmentKeys(Namespace namespace) {
    this.namespace = namespace;
  }

  String head(Group group, long skuId) {
    return namespace.key("fitment:{" + group.hashTag() + "}:" + skuId);
  }

  String segment(Group group, long skuId, int segment) {
    return head(group, skuId) + ":" + segment;
  }

  /** The head, then segments 0 to {@code span - 1}. */
  List<String> all(Group group, long skuId, int span) {
    List<String> keys = new ArrayList<>(span + 1);
    keys.add(head(group, skuId));
    for (int segment = 0; segment < span; segment++) {
      keys.add(segment(group, skuId, segment));
    }
    return keys;
  }
}
