package dev.storefront.history.timeline;

import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.ProblemException;
import dev.storefront.history.core.View;
import org.jspecify.annotations.Nullable;

/**
 * Where a page begins: after this view in time, whatever comes on top meanwhile.
 *
 * @param list whose cursors it takes
 * @param last the last view of the page before
 */
record Position(String list, View last) {

  /** Before the newest view. */
  static final Position TOP = top("");

  private static Position top(String list) {
    return new Position(list, new View(Long.MAX_VALUE, Long.MAX_VALUE));
  }

  /**
   * @param cursor null for the top
   * @throws ProblemException 400 {@code invalid-cursor}
   */
  static Position of(String list, @Nullable String cursor) {
    if (cursor == null) {
      return top(list);
    }
    long[] timeAndSku = Cursor.decodeLongs(list, cursor, 2);
    return new Position(list, new View(timeAndSku[1], timeAndSku[0]));
  }

  /** Of a page that ends with this view. */
  String cursorBehind(View view) {
    return Cursor.encode(list, view.viewedAt(), view.skuId());
  }

  boolean isBefore(View view) {
    return View.NEWEST_FIRST.compare(last, view) < 0;
  }
}
