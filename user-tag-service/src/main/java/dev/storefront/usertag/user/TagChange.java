package dev.storefront.usertag.user;

import org.jspecify.annotations.Nullable;

/**
 * That a user shall have a tag, or shall not.
 *
 * @param eventId what tells a second delivery of the change from a new one; null where none can be
 * @param userId a {@link UserId valid} one; becomes known through this
 * @param tag the tag's number
 * @param present true to give the tag, false to take it
 */
public record TagChange(@Nullable String eventId, String userId, int tag, boolean present) {

  /** A change that is made once. */
  public static TagChange of(String userId, int tag, boolean present) {
    return new TagChange(null, userId, tag, present);
  }
}
