package dev.storefront.usertag.tagging;

import dev.storefront.usertag.user.UserId;
import org.jspecify.annotations.Nullable;

/**
 * That a user shall have a tag, or shall not.
 *
 * @param eventId what tells a second delivery of the change from a new one; null where none can be
 * @param userId becomes known through this
 * @param tag the tag's number
 * @param present true to give the tag, false to take it
 */
public record TagChange(@Nullable String eventId, UserId userId, int tag, boolean present) {

  /** A change that is made once. */
  public static TagChange of(UserId userId, int tag, boolean present) {
    return new TagChange(null, userId, tag, present);
  }
}
