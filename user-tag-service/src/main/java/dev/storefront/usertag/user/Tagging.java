package dev.storefront.usertag.user;

import dev.storefront.usertag.bitmap.Mark;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Gives tags to users and takes them: the one way for REST calls, events, imports and the clearing
 * of deleted tags. The database has it first and is the truth; Redis follows before this returns.
 * If Redis is away the caller gets to know, and what was recorded reaches Redis later by itself.
 */
@Component
public class Tagging {

  private final Enrolment enrolment;
  private final UserTable users;
  private final AppliedEvents events;
  private final UnsettledMarks unsettled;
  private final Settlement settlement;
  private final TransactionTemplate transaction;
  private final RandomGenerator writeIds;

  Tagging(
      Enrolment enrolment,
      UserTable users,
      AppliedEvents events,
      UnsettledMarks unsettled,
      Settlement settlement,
      TransactionTemplate transaction,
      RandomGenerator writeIds) {
    this.enrolment = enrolment;
    this.users = users;
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
    Map<String, Long> ordinals = enrolment.ordinals(writeId, changes);
    List<Mark> recorded =
        transaction.execute(
            status -> {
              List<Mark> marks =
                  events.claim(changes).stream()
                      .map(change -> Enrolment.mark(ordinals, change))
                      .toList();
              record(writeId, marks);
              return marks;
            });
    settlement.settle(writeId, recorded);
  }

  private void record(long writeId, List<Mark> marks) {
    if (marks.isEmpty()) {
      return;
    }
    Set<Long> ordinals = marks.stream().map(Mark::ordinal).collect(Collectors.toSet());
    Map<Long, TagSet> before = users.lockTags(ordinals);
    Map<Long, TagSet> after = new HashMap<>(before);
    for (Mark mark : marks) {
      after.computeIfPresent(
          mark.ordinal(), (ordinal, tags) -> tags.with(mark.tag(), mark.present()));
    }
    after.entrySet().removeIf(user -> user.getValue() == before.get(user.getKey()));
    if (after.isEmpty()) {
      return;
    }
    users.saveTags(after);
    unsettled.add(
        writeId, marks.stream().filter(mark -> after.containsKey(mark.ordinal())).toList());
  }
}
