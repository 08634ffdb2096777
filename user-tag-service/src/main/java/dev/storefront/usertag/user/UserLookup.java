package dev.storefront.usertag.user;

import dev.storefront.usertag.segment.SegmentStore;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * The tags of single users. Of whom an instance remembers and who has a tag the database is not
 * asked: an erasure has taken all tags from the former ordinal in Redis before it is answered, and
 * before anybody is made known, so an ordinal that has some is still the user's.
 */
@Component
public class UserLookup {

  private final UserDirectory users;
  private final SegmentStore segments;

  UserLookup(UserDirectory users, SegmentStore segments) {
    this.users = users;
    this.segments = segments;
  }

  /**
   * The numbers of the user's tags; empty if the user is not known. Tags that were deleted may be
   * among them.
   */
  public Optional<Set<Integer>> tagsOf(UserId userId) {
    Long remembered = users.remembered(userId);
    Set<Integer> tags = remembered == null ? Set.of() : segments.tagsOf(remembered);
    if (!tags.isEmpty()) {
      return Optional.of(tags);
    }
    OptionalLong ordinal = users.find(userId);
    return ordinal.isPresent()
        ? Optional.of(segments.tagsOf(ordinal.getAsLong()))
        : Optional.empty();
  }
}
