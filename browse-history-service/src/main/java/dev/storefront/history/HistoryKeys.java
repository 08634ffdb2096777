package dev.storefront.history;

import dev.storefront.common.namespace.Namespace;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * The Redis keys of a user's history. All lie in one slot, by the hash tag <code>{user}</code>; the
 * user id stands in it URL-encoded, so that no brace of its own ends the tag.
 *
 * @param views zset: SKU scored by the time of its latest view
 * @param deletions zset: deleted SKU scored by the time of deletion
 * @param cleared string: the time up to which the user cleared the history
 * @param count string: the cached count, or the lease of who computes it
 * @param nothingCold string: present while it is known that cold storage adds nothing
 */
public record HistoryKeys(
    String views, String deletions, String cleared, String count, String nothingCold) {

  /** The keys of this user. */
  public static HistoryKeys of(Namespace namespace, String user) {
    String tag = "history:{" + URLEncoder.encode(user, StandardCharsets.UTF_8) + "}:";
    String prefix = namespace.key(tag);
    return new HistoryKeys(
        prefix + "views",
        prefix + "deletions",
        prefix + "cleared",
        prefix + "count",
        prefix + "nothing-cold");
  }
}
