package dev.storefront.fitment.placement;

import dev.storefront.common.namespace.Namespace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * The Redis keys of a shelf, all in the slot of its group:
 *
 * <ul>
 *   <li>{@code fitment:{SELF:100}:0} the head of shelf 0 ({@link ShelfHead})
 *   <li>{@code fitment:{SELF:100}:0:3} its segment 3, a hash of blocks
 *   <li>{@code fitment:{SELF:100}:0:3:<write>} blocks for it that are on their way, see {@link
 *       ShelfWriter}
 * </ul>
 */
@Component
class FitmentKeys {

  private final Namespace namespace;

  FitmentKeys(Namespace namespace) {
    this.namespace = namespace;
  }

  String head(Shelf shelf) {
    return namespace.key("fitment:{" + shelf.group().hashTag() + "}:" + shelf.number());
  }

  String segment(Shelf shelf, int segment) {
    return head(shelf) + ":" + segment;
  }

  /** Where a write brings blocks of a segment before they are put in their place. */
  String staged(Shelf shelf, int segment, String write) {
    return segment(shelf, segment) + ":" + write;
  }

  /** The head, then these segments in their order. */
  List<String> of(Shelf shelf, Collection<Integer> segments) {
    List<String> keys = new ArrayList<>(1 + segments.size());
    String head = head(shelf);
    keys.add(head);
    segments.forEach(segment -> keys.add(head + ":" + segment));
    return keys;
  }
}
