package dev.storefront.usertag.tagging;

import static java.util.stream.Collectors.toSet;

import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.user.UserDirectory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Gives tags to users and takes them: the one way for REST calls, events, imports and the clearing
 * of deleted tags. The database has it first and is the truth; Redis follows before this returns.
 * If Redis is away the caller gets to know, and what was recorded reaches Redis later by itself.
 */
@Component
public class Tagging {

  private final UserDirectory directory;
  private final UserTags userTags;
  private final AppliedEvents events;
  private final UnsettledMarks unsettled;
  private final Settlement settlement;
  private final TransactionTemplate transaction;
  private final RandomGenerator writeIds;

  Tagging(
      UserDirectory directory,
      UserTags userTags,
      AppliedEvents events,
      UnsettledMarks unsettled,
      Settlement settlement,
      TransactionTemplate transaction,
      RandomGenerator writeIds) {
    this.directory = directory;
    this.userTags = userTags;
    this.events = events;
    this.unsettled = unsettled;
    this.settlement = settlement;
    this.transaction = transaction;
    this.writeIds = writeIds;
  }

  /**
   * Makes all the changes, in their order. A change whose event was applied before is passed over.
   *
   * @param changes 1000 at most
   */
  public void apply(List<TagChange> changes) {
    long writeId = writeIds.nextLong();
    // New users' marks are unsettled from the start: whatever happens, Redis gets to know the user.
    Map<String, Long> ordinals =
        directory.enrol(
            changes.stream().map(change -> change.userId().text()).toList(),
            added -> unsettled.add(writeId, marks(added, changes)));
    List<Mark> recorded =
        transaction.execute(status -> record(writeId, marks(ordinals, events.claim(changes))));
    settlement.settle(writeId, recorded);
  }

  private List<Mark> record(long writeId, List<Mark> marks) {
    if (!marks.isEmpty()) {
      Set<Long> changed = saveChanged(marks);
      unsettled.add(
          writeId, marks.stream().filter(mark -> changed.contains(mark.ordinal())).toList());
    }
    return marks;
  }

  /** Returns the users whose tags are others now. */
  private Set<Long> saveChanged(List<Mark> marks) {
    Map<Long, TagSet> before = userTags.lock(marks.stream().map(Mark::ordinal).collect(toSet()));
    Map<Long, TagSet> after = new HashMap<>(before);
    marks.forEach(
        mark ->
            after.computeIfPresent(
                mark.ordinal(), (ordinal, tags) -> tags.with(mark.tag(), mark.present())));
    after.entrySet().removeIf(user -> user.getValue() == before.get(user.getKey()));
    userTags.save(after);
    return after.keySet();
  }

  /** The changes of those users that have an ordinal among these. */
  private static List<Mark> marks(Map<String, Long> ordinals, List<TagChange> changes) {
    return changes.stream()
        .map(
            change -> {
              Long ordinal = ordinals.get(change.userId().text());
              return ordinal == null ? null : new Mark(ordinal, change.tag(), change.present());
            })
        .filter(Objects::nonNull)
        .toList();
  }
}
