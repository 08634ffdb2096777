package dev.storefront.history.keepalive;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far a pass is.
 *
 * @param done the nodes that are done, by their ids
 * @param node the one that is being looked through; null between two
 * @param cursor where it goes on there, as Redis gave it
 * @param users whose hot views were looked at
 * @param kept of these, those that would have expired before an export has them
 */
record KeepAliveProgress(
    List<String> done, @Nullable String node, String cursor, long users, long kept) {

  static final String START = "0";
  static final KeepAliveProgress NONE = new KeepAliveProgress(List.of(), null, START, 0, 0);

  /** Where to go on with a node. */
  String cursorOf(String id) {
    return id.equals(node) ? cursor : START;
  }

  KeepAliveProgress after(String id, String next, boolean finished, long looked, long extended) {
    if (!finished) {
      return new KeepAliveProgress(done, id, next, users + looked, kept + extended);
    }
    List<String> more = new ArrayList<>(done);
    more.add(id);
    return new KeepAliveProgress(List.copyOf(more), null, START, users + looked, kept + extended);
  }
}
