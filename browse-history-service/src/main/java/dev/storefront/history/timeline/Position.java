package dev.storefront.history.timeline;

import dev.storefront.common.web.Cursor;
import dev.storefront.common.web.ProblemException;
import dev.storefront.history.core.View;

/**
 * Where a page begins: after this view in time, whatever comes on top meanwhile.
 *
 * @param last the last view of the page before
 */
record Position(View last) {

  /** Before the newest view. */
  static final Position TOP = new Position(new View(Long.MAX_VALUE, Long.MAX_VALUE));

  /**
   * @throws ProblemException 400 {@code invalid-cursor}
   */
  static Position parse(String user, String cursor) {
    long[] timeAndSku = Cursor.decodeLongs(list(user), cursor, 2);
    return new Position(new View(timeAndSku[1], timeAndSku[0]));
  }

  String toCursor(String user) {
    return Cursor.encode(list(user), last.viewedAt(), last.skuId());
  }

  boolean isBefore(View view) {
    return View.NEWEST_FIRST.compare(last, view) < 0;
  }

  private static String list(String user) {
    return "history/" + user;
  }
}
