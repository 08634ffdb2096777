package dev.storefront.usertag.tagging;

import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.user.UserDirectory;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
  private final TopicProgress progress;
  private final UnsettledMarks unsettled;
  private final Settlement settlement;
  private final TransactionTemplate transaction;
  private final RandomGenerator writeIds;
  private final TagsListener listener;
  private final Clock clock;

  Tagging(
      UserDirectory directory,
      UserTags userTags,
      TopicProgress progress,
      UnsettledMarks unsettled,
      Settlement settlement,
      TransactionTemplate transaction,
      RandomGenerator writeIds,
      TagsListener listener,
      Clock clock) {
    this.directory = directory;
    this.userTags = userTags;
    this.progress = progress;
    this.unsettled = unsettled;
    this.settlement = settlement;
    this.transaction = transaction;
    this.writeIds = writeIds;
    this.listener = listener;
    this.clock = clock;
  }

  /**
   * Makes all the changes, in their order. One that was applied before is passed over, and so is
   * one of which something later is known.
   *
   * @param all 1000 at most
   */
  public void apply(List<TagChange> all) {
    List<TagChange> changes = progress.unapplied(all);
    if (changes.isEmpty()) {
      return;
    }
    long writeId = writeIds.nextLong();
    Set<Long> writes = new HashSet<>(Set.of(writeId));
    // New users' marks are unsettled from the start: whatever happens, Redis gets to know the user.
    Map<String, Long> ordinals =
        directory.enrol(
            changes.stream().map(change -> change.userId().text()).toList(),
            added -> {
              // A write of its own: nothing is added to one that others may be settling.
              long enrolment = writeIds.nextLong();
              writes.add(enrolment);
              unsettled.add(enrolment, touched(added, changes));
              listener.changed(
                  added.entrySet().stream()
                      .map(user -> TagsChange.ofNew(user.getValue(), user.getKey()))
                      .toList());
            });
    List<Mark> recorded =
        transaction.execute(status -> record(writeId, ordinals, progress.claim(changes)));
    settlement.settle(writes, recorded);
  }

  /** Returns which users and tags it is about. */
  private List<Mark> record(long writeId, Map<String, Long> ordinals, List<TagChange> changes) {
    List<Mark> touched = touched(ordinals, changes);
    if (!touched.isEmpty()) {
      Set<Long> changed = saveChanged(ordinals, changes);
      unsettled.add(
          writeId, touched.stream().filter(mark -> changed.contains(mark.ordinal())).toList());
    }
    return touched;
  }

  /** Returns the users of whom something else is recorded now. */
  private Set<Long> saveChanged(Map<String, Long> ordinals, List<TagChange> changes) {
    Map<Long, UserMarks> before = userTags.lock(ordinals.values());
    Map<Long, UserMarks> after = new HashMap<>(before);
    long now = clock.millis();
    for (TagChange change : changes) {
      Long ordinal = ordinals.get(change.userId().text());
      if (ordinal != null) {
        after.computeIfPresent(ordinal, (o, marks) -> changed(marks, change, now));
      }
    }
    after.entrySet().removeIf(user -> user.getValue() == before.get(user.getKey()));
    userTags.save(after);
    listener.changed(changesOf(ordinals, before, after));
    return after.keySet();
  }

  /** One for each user who has other tags now, not only at another time. */
  private static List<TagsChange> changesOf(
      Map<String, Long> ordinals, Map<Long, UserMarks> before, Map<Long, UserMarks> after) {
    List<TagsChange> changes = new ArrayList<>();
    ordinals.forEach(
        (userId, ordinal) -> {
          UserMarks now = after.get(ordinal);
          if (now != null) {
            UserMarks then = before.getOrDefault(ordinal, UserMarks.EMPTY);
            Set<Integer> tags = now.differences(then);
            if (!tags.isEmpty()) {
              changes.add(new TagsChange(ordinal, userId, tags, then::has, now::has));
            }
          }
        });
    return changes;
  }

  /**
   * The next users, whom nobody else can change until the transaction at hand ends.
   *
   * @param ordinal of the user before
   * @param limit how many at most
   */
  public List<LockedUser> lockAfter(long ordinal, int limit) {
    return userTags.lockAfter(ordinal, limit);
  }

  /**
   * The highest ordinal that was given to a user, 0 before the first. Nobody gets one until the
   * transaction at hand ends.
   */
  public long lockHighestOrdinal() {
    return directory.lockHighestOrdinal();
  }

  private static UserMarks changed(UserMarks marks, TagChange change, long now) {
    long changedAt =
        change.changedAt() == null
            ? Math.min(UserMarks.LAST_TIME, Math.max(now, marks.changedAt(change.tag()) + 1))
            : change.changedAt();
    return marks.with(change.tag(), change.present(), changedAt);
  }

  /** The changes of those users that have an ordinal among these. */
  private static List<Mark> touched(Map<String, Long> ordinals, List<TagChange> changes) {
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
