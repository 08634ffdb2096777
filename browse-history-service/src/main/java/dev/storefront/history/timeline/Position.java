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
    String[] parts = Cursor.decode(list(user), cursor).split(":", 2);
    try {
      return new Position(new View(Long.parseLong(parts[1]), Long.parseLong(parts[0])));
    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
      throw Cursor.invalid();
    }
  }

  String toCursor(String user) {
    return Cursor.encode(list(user), last.viewedAt() + ":" + last.skuId());
  }

  boolean isBefore(View view) {
    return View.NEWEST_FIRST.compare(last, view) < 0;
  }

  private static String list(String user) {
    return "history/" + user;
  }
}
