package dev.storefront.usertag.tagging;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.Sets;
import dev.storefront.usertag.progress.TopicProgress;
import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tagging.Recording.Recorded;
import dev.storefront.usertag.user.UserDirectory;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.springframework.stereotype.Component;

/**
 * Gives tags to users and takes them, the one way for all who do. The database has it first; Redis
 * follows before this returns, or later by itself if it is away: then the caller gets to know.
 */
@Component
public class Tagging {

  private static final int MOST_TRIES = 5;

  private final UserDirectory directory;
  private final TopicProgress progress;
  private final UnsettledMarks unsettled;
  private final Settlement settlement;
  private final RepeatedTransaction transaction;
  private final RandomGenerator writeIds;
  private final Recording recording;
  private final TagsListener listener;

  Tagging(
      UserDirectory directory,
      TopicProgress progress,
      UnsettledMarks unsettled,
      Settlement settlement,
      RepeatedTransaction transaction,
      RandomGenerator writeIds,
      Recording recording,
      TagsListener listener) {
    this.directory = directory;
    this.progress = progress;
    this.unsettled = unsettled;
    this.settlement = settlement;
    this.transaction = transaction;
    this.writeIds = writeIds;
    this.recording = recording;
    this.listener = listener;
  }

  /**
   * Makes all the changes, in their order. One that was applied before is passed over, and so is
   * one of which something later is known.
   *
   * @param all 1000 at most
   */
  public void apply(List<TagChange> all) {
    List<TagChange> unapplied = progress.unapplied(TagChangeListener.TOPIC, all, TagChange::origin);
    apply(unapplied, UnaryOperator.identity());
  }

  /**
   * As {@link #apply(List)}, but makes only those changes that are still wanted.
   *
   * @param wanted which of some changes are; asked in each transaction that makes them, before it
   *     locks users: what it locks itself holds until the transaction ends
   */
  public void apply(List<TagChange> all, UnaryOperator<List<TagChange>> wanted) {
    patiently(
        all,
        (changes, writes) -> enrol(changes, directory.find(userIds(changes)), wanted, writes),
        wanted);
  }

  /** As {@link #apply}, but for users who are not known, or not any more: they do not become so. */
  void applyToKnown(List<TagChange> all) {
    patiently(all, (changes, writes) -> directory.find(userIds(changes)), UnaryOperator.identity());
  }

  /** Finds the ordinals of the users that changes are about; may add to the writes to settle. */
  private interface Ordinals {
    Map<String, Long> of(List<TagChange> changes, Set<Long> writes);
  }

  /** Who is erased while his tags are changed is looked for anew: he is another user then. */
  private void patiently(
      List<TagChange> changes, Ordinals ordinals, UnaryOperator<List<TagChange>> wanted) {
    for (int tries = 1; !changes.isEmpty(); tries++) {
      try {
        make(changes, ordinals, wanted);
        return;
      } catch (ErasedMeanwhile erased) {
        directory.forget(userIds(changes));
        if (tries == MOST_TRIES) {
          throw erased;
        }
      }
    }
  }

  private void make(
      List<TagChange> changes, Ordinals ordinals, UnaryOperator<List<TagChange>> wanted) {
    long writeId = writeIds.nextLong();
    Set<Long> writes = new HashSet<>(Set.of(writeId));
    Map<String, Long> known = ordinals.of(changes, writes);
    List<Mark> recorded =
        transaction.execute(
            () -> {
              List<TagChange> fresh =
                  progress.claim(TagChangeListener.TOPIC, changes, TagChange::origin);
              return record(writeId, known, wanted.apply(fresh));
            });
    settlement.settle(writes, recorded);
  }

  /**
   * Makes marks of users who are known so, unless something later is known, for a caller who keeps
   * how far he is: that, the tags in the database, and who enters and leaves audiences are one
   * transaction. Redis has the changes before it ends, as the last, so nothing is noted for each
   * mark. If this fails, Redis may have them all the same: it is to be tried again, or to be {@link
   * #settle}d.
   *
   * @param marks some thousand; one of a user who is not known any more is passed over
   * @param changedAt since when that holds, epoch milliseconds
   * @param by who makes them, for the audit
   * @param isAgain whether an earlier try may have failed
   * @param progress runs in the transaction, once more if that loses a lock
   */
  public void applyMarks(
      List<Mark> marks, long changedAt, String by, boolean isAgain, Runnable progress) {
    transaction.execute(
        () -> {
          Recorded recorded = recording.save(marks, changedAt, by);
          progress.run();
          // Last: what fails before, or ends the transaction, has not touched Redis.
          settlement.show(marks, recorded.users(), isAgain);
          return recorded;
        });
  }

  /** Makes Redis hold what the database says of these users and tags, whatever it was told. */
  public void settle(List<Mark> marks) {
    settlement.settleAgain(Set.of(), marks);
  }

  /** As {@link TagsListener#isBehind}. */
  public boolean isBehind() {
    return listener.isBehind();
  }

  /** As {@link #settle}, of users of whom nothing is on its way; returns how many were others. */
  public long repair(List<Mark> doubtful) {
    return settlement.repair(doubtful);
  }

  /**
   * Has users known who were not; Redis knows them before this returns. Nothing that is remembered
   * counts: of who was erased by another instance it would be the former ordinal.
   *
   * @param userIds some thousand, each once
   * @param tag any tag
   * @return the ordinals of them all
   */
  public Map<String, Long> enrol(List<String> userIds, int tag) {
    Set<Long> writes = new HashSet<>();
    List<Mark> known = new ArrayList<>();
    Map<String, Long> ordinals =
        directory.enrolMany(
            userIds,
            settlement::settleErased,
            added -> {
              writes.add(
                  note(added, added.values().stream().map(o -> new Mark(o, tag, false)).toList()));
              added.values().forEach(o -> known.add(new Mark(o, SegmentStore.KNOWN, true)));
            });
    settlement.settle(writes, known);
    return ordinals;
  }

  /** New users' marks are unsettled from the start: whatever happens, Redis gets to know them. */
  private Map<String, Long> enrol(
      List<TagChange> changes,
      Map<String, Long> known,
      UnaryOperator<List<TagChange>> wanted,
      Set<Long> writes) {
    // Who was erased is another user now.
    settlement.settleErased(Sets.difference(Set.copyOf(userIds(changes)), known.keySet()));
    return directory.enrol(
        userIds(changes),
        known,
        missing ->
            new LinkedHashSet<>(
                userIds(
                    wanted.apply(
                        changes.stream()
                            .filter(change -> missing.contains(change.userId().text()))
                            .toList()))),
        added -> writes.add(note(added, touched(added, changes))));
  }

  /**
   * Notes marks of new users, in the transaction that makes them known. It is a write of its own:
   * nothing is added to one that others may be settling.
   */
  private long note(Map<String, Long> added, List<Mark> marks) {
    long enrolment = writeIds.nextLong();
    unsettled.add(enrolment, marks);
    listener.changed(
        added.entrySet().stream()
            .map(user -> TagsChange.ofNew(user.getValue(), user.getKey()))
            .toList());
    return enrolment;
  }

  private static List<String> userIds(List<TagChange> changes) {
    return changes.stream().map(change -> change.userId().text()).toList();
  }

  /** Returns which users and tags it is about. */
  private List<Mark> record(long writeId, Map<String, Long> ordinals, List<TagChange> changes) {
    List<Mark> touched = touched(ordinals, changes);
    if (!touched.isEmpty()) {
      Set<Long> changed = recording.save(ordinals, changes).changed();
      unsettled.add(
          writeId, touched.stream().filter(mark -> changed.contains(mark.ordinal())).toList());
    }
    return touched;
  }

  /** The changes of those users that have an ordinal among these. */
  private static List<Mark> touched(Map<String, Long> ordinals, List<TagChange> changes) {
    return changes.stream()
        .filter(change -> ordinals.containsKey(change.userId().text()))
        .map(
            change ->
                new Mark(
                    requireNonNull(ordinals.get(change.userId().text())),
                    change.tag(),
                    change.present()))
        .toList();
  }
}
