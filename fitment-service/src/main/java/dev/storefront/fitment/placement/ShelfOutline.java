package dev.storefront.fitment.placement;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster has of a shelf, without the blocks.
 *
 * @param isThere true if something stands where the head belongs
 * @param head null if there is none, or it cannot be read
 * @param blocks how many blocks each of the segments has that were asked for; -1 if it is no
 *     segment
 */
record ShelfOutline(boolean isThere, @Nullable ShelfHead head, List<Long> blocks) {

  static ShelfOutline read(List<Object> reply) {
    byte[] head = (byte[]) reply.get(0);
    return new ShelfOutline(
        head != null,
        head == null ? null : readable(head),
        reply.stream().skip(1).map(Long.class::cast).toList());
  }

  private static @Nullable ShelfHead readable(byte[] head) {
    try {
      return ShelfHead.parse(head);
    } catch (IllegalArgumentException notWrittenByUs) {
      return null;
    }
  }

  /** 0 if nobody can tell. */
  long revision() {
    return head == null ? 0 : head.revision();
  }

  /** True if no SKU can be found in it. */
  boolean isEmpty() {
    boolean noSku = head == null ? !isThere : !head.directory().hasRemaining();
    return noSku && blocks.stream().allMatch(count -> count == 0);
  }

  /** True if all but the blocks' contents is as it should be. */
  boolean isOf(EncodedShelf expected) {
    return head != null
        && head.widths().equals(expected.widths())
        && head.directory().equals(ByteBuffer.wrap(expected.directory()))
        && blocks.equals(
            expected.segments().values().stream().map(s -> (long) s.blocks().size()).toList());
  }
}
