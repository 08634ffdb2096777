package dev.storefront.history.core;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The Redis keys of a user's history. All lie in one slot, by the hash tag <code>{user}</code>; the
 * user id stands in it URL-encoded, so that no brace of its own ends the tag.
 *
 * @param views the latest views, as {@link PackedViews}
 * @param deletions zset: deleted SKU scored by the time of deletion
 * @param cleared string: the time up to which the user cleared the history
 * @param count string: the cached count, or the lease of who computes it
 * @param cold the user's cold views as of one export, a {@link ColdCopy}
 */
public record HistoryKeys(
    String views, String deletions, String cleared, String count, String cold) {

  /**
   * The keys of this user.
   *
   * @param prefix what stands before every key of the suite, as {@code t1:}; empty for none
   */
  public static HistoryKeys of(String prefix, String user) {
    String start = prefix + "history:{" + URLEncoder.encode(user, StandardCharsets.UTF_8) + "}:";
    return new HistoryKeys(
        start + "views", start + "deletions", start + "cleared", start + "count", start + "cold");
  }
}
