package dev.storefront.history.core;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The Redis keys of a user's history. All lie in one slot, by the hash tag <code>{user}</code>; the
 * user id stands in it URL-encoded, so that no brace of its own ends the tag.
 *
 * @param views string: the latest views, as {@link PackedViews}
 * @param deletions zset: deleted SKU, as {@link PackedViews#sku} writes it, by the time of deletion
 * @param groups zset: deleted {@link Group}, as {@link Group#encode} writes it, likewise
 * @param cleared string: the time up to which the user cleared the history
 * @param cold string: the user's cold views as of one export, a {@link ColdCopy}
 * @param count string: the cached count, or the lease of who computes it
 * @param pauses string: times in which nothing is to be recorded, as {@link Pauses#encode} writes
 *     them
 */
public record HistoryKeys(
    String views,
    String deletions,
    String groups,
    String cleared,
    String cold,
    String count,
    String pauses) {

  /**
   * The keys of this user.
   *
   * @param prefix what stands before every key of the suite, as {@code t1:}; empty for none
   */
  public static HistoryKeys of(String prefix, String user) {
    String start = prefix + "history:{" + URLEncoder.encode(user, StandardCharsets.UTF_8) + "}:";
    return new HistoryKeys(
        start + "recent",
        start + "deleted",
        start + "deleted-groups",
        start + "cleared",
        start + "cold",
        start + "count",
        start + "paused");
  }
}
