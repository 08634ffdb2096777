package dev.storefront.usertag.user;

import dev.storefront.usertag.segment.Edition;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tag.Ground;
import dev.storefront.usertag.tag.GroundTable;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
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
  private final GroundTable grounds;

  UserLookup(UserDirectory users, SegmentStore segments, GroundTable grounds) {
    this.users = users;
    this.segments = segments;
    this.grounds = grounds;
  }

  /** Whether the user has the tag; empty if there is no such tag. */
  public Optional<Boolean> has(UserId userId, String tag) {
    Set<String> tags = Set.of(tag);
    Ground remembered = grounds.remembered(tags);
    if (remembered != null) {
      boolean has = has(userId, tag, remembered);
      if (grounds.holds(remembered)) {
        return Optional.of(has);
      }
    }
    Ground ground = grounds.read(tags);
    if (ground.numbers().isEmpty()) {
      return Optional.empty();
    }
    boolean has = has(userId, tag, ground);
    // Once it is deleted its marks are cleared: that is no "he has it not".
    return has || grounds.read(tags).numbers().equals(ground.numbers())
        ? Optional.of(has)
        : Optional.empty();
  }

  private boolean has(UserId userId, String tag, Ground ground) {
    return tagsOf(userId, ground::saw).orElse(Set.of()).contains(ground.numbers().get(tag));
  }

  /**
   * The numbers of the user's tags; empty if the user is not known. Tags that were deleted may be
   * among them.
   */
  public Optional<Set<Integer>> tagsOf(UserId userId) {
    return tagsOf(userId, edition -> {});
  }

  private Optional<Set<Integer>> tagsOf(UserId userId, Consumer<Edition> seen) {
    Long remembered = users.remembered(userId);
    Set<Integer> tags = remembered == null ? Set.of() : segments.tagsOf(remembered, seen);
    if (!tags.isEmpty()) {
      return Optional.of(tags);
    }
    OptionalLong ordinal = users.find(userId);
    return ordinal.isPresent()
        ? Optional.of(segments.tagsOf(ordinal.getAsLong(), seen))
        : Optional.empty();
  }
}
