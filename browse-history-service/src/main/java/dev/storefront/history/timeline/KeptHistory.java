package dev.storefront.history.timeline;

import dev.storefront.history.core.ColdCopy;
import dev.storefront.history.core.Group;
import dev.storefront.history.core.PackedViews;
import dev.storefront.history.core.View;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What Redis keeps of a user.
 *
 * @param count the cached count, -1 for none; with one there is nothing else
 * @param hot views, without deleted and cleared ones
 * @param cold what was copied of cold storage, null if nobody asked it lately
 * @param clearedAt when the user cleared the history, epoch milliseconds; -1 for never
 * @param deletedGroups until when groups are deleted, epoch milliseconds
 */
record KeptHistory(
    int count,
    List<View> hot,
    @Nullable ColdCopy cold,
    long clearedAt,
    Map<Group, Long> deletedGroups) {

  /** From the reply of the script {@code readViews}. */
  static KeptHistory of(List<@Nullable Object> reply) {
    int count = (int) number(reply.get(0), -1);
    if (count >= 0) {
      return new KeptHistory(count, List.of(), null, -1, Map.of());
    }
    byte[] hot = (byte[]) reply.get(1);
    byte[] cold = (byte[]) reply.get(2);
    Map<Group, Long> groups = new HashMap<>();
    for (int i = 4; i + 1 < reply.size(); i += 2) {
      if (reply.get(i) instanceof byte[] group) {
        groups.put(Group.decode(group), number(reply.get(i + 1), -1));
      }
    }
    return new KeptHistory(
        -1,
        hot == null ? List.of() : PackedViews.decode(hot),
        cold == null ? null : ColdCopy.decode(cold),
        number(reply.get(3), -1),
        groups);
  }

  private static long number(@Nullable Object reply, long missing) {
    if (reply instanceof Long number) {
      return number;
    }
    return reply instanceof byte[] text
        ? (long) Double.parseDouble(new String(text, StandardCharsets.US_ASCII))
        : missing;
  }
}
