package dev.storefront.usertag.tagging;

import dev.storefront.usertag.progress.TopicProgress.Origin;
import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.user.UserId;
import org.jspecify.annotations.Nullable;

/**
 * That a user shall have a tag, or shall not.
 *
 * @param origin where it stands in the topic; null if it came another way
 * @param userId becomes known through this
 * @param tag the tag's number
 * @param present true to give the tag, false to take it
 * @param changedAt since when, epoch milliseconds: it counts unless something later is known. Null
 *     for now, and later than whatever is known
 * @param expiresAt if {@code present} when that ends by itself, else when it has ended so; epoch
 *     milliseconds, null if time has nothing to do with it
 * @param by who makes the change, for the audit; null if that is not to be told
 */
public record TagChange(
    @Nullable Origin origin,
    UserId userId,
    int tag,
    boolean present,
    @Nullable Long changedAt,
    @Nullable Long expiresAt,
    @Nullable String by) {

  /** The last time that can be said, in epoch milliseconds. */
  public static final long LAST_TIME = UserMarks.LAST_TIME;

  /** A change that is made now, and has no end. */
  public static TagChange of(UserId userId, int tag, boolean present, @Nullable String by) {
    return new TagChange(null, userId, tag, present, null, null, by);
  }

  /** That holds since a time, in epoch milliseconds; null for now. */
  static TagChange of(String userId, Mark mark, @Nullable Long changedAt, @Nullable String by) {
    return new TagChange(null, new UserId(userId), mark.tag(), mark.present(), changedAt, null, by);
  }
}
