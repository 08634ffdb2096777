package dev.storefront.usertag.tagging;

import java.util.Set;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What became of one user's tags.
 *
 * @param tags the numbers of those that came or went; none of a user who is new
 * @param before which tags, by number, the user had; null if the user is new
 * @param after which tags the user has; null if the user was erased
 */
public record TagsChange(
    long ordinal,
    String userId,
    Set<Integer> tags,
    @Nullable IntPredicate before,
    @Nullable IntPredicate after) {

  /** A user who has no tag any more, and is not known. */
  static TagsChange ofErased(long ordinal, String userId, UserMarks before) {
    Set<Integer> tags = before.differences(UserMarks.EMPTY);
    return new TagsChange(ordinal, userId, tags, before::has, null);
  }

  /** A user who is new, and has no tag yet. */
  static TagsChange ofNew(long ordinal, String userId) {
    return new TagsChange(ordinal, userId, Set.of(), null, tag -> false);
  }
}
