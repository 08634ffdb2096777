package dev.storefront.usertag.tagging;

import dev.storefront.common.redis.ScriptRunner;
import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tagging.Recording.Recorded;
import dev.storefront.usertag.user.UserDirectory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** What imports do, some thousand users at a time, as {@link Tagging} says. */
@Component
class ManyMarks {

  private final UserDirectory directory;
  private final UserTags userTags;
  private final UnsettledMarks unsettled;
  private final Settlement settlement;
  private final TransactionTemplate transaction;
  private final RandomGenerator writeIds;
  private final TagsListener listener;
  private final Recording recording;

  ManyMarks(
      UserDirectory directory,
      UserTags userTags,
      UnsettledMarks unsettled,
      Settlement settlement,
      TransactionTemplate transaction,
      RandomGenerator writeIds,
      TagsListener listener,
      Recording recording) {
    this.directory = directory;
    this.userTags = userTags;
    this.unsettled = unsettled;
    this.settlement = settlement;
    this.transaction = transaction;
    this.writeIds = writeIds;
    this.listener = listener;
    this.recording = recording;
  }

  /**
   * Makes marks of users who are known so. Redis is changed while the database is: neither waits
   * for the other, and the transaction waits for both.
   */
  void apply(List<Mark> marks, long changedAt, String by, boolean isAgain, Runnable progress) {
    transaction.executeWithoutResult(
        status -> {
          Map<Long, String> ids = new HashMap<>();
          Map<String, Long> ordinals = new HashMap<>();
          Map<Long, UserMarks> before = new HashMap<>();
          for (UserTags.User user :
              userTags.lockUsers(marks.stream().map(Mark::ordinal).collect(Collectors.toSet()))) {
            ids.put(user.ordinal(), user.userId());
            ordinals.put(user.userId(), user.ordinal());
            before.put(user.ordinal(), user.marks());
          }
          Recorded recorded =
              recording.decide(
                  ordinals,
                  before,
                  marks.stream()
                      .filter(mark -> ids.containsKey(mark.ordinal()))
                      .map(
                          mark ->
                              TagChange.of(
                                  ids.getOrDefault(mark.ordinal(), ""), mark, changedAt, by))
                      .toList());
          // First, for it fails if the run is somebody else's by now: then Redis is not touched.
          progress.run();
          CompletableFuture<Void> shown = settlement.show(marks, recorded.users(), isAgain);
          try {
            recording.save(recorded);
          } finally {
            ScriptRunner.await(shown); // nothing goes on behind a transaction that is over
          }
        });
  }

  Map<String, Long> enrol(List<String> userIds, int tag) {
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

  /**
   * Notes marks of new users, in the transaction that makes them known. It is a write of its own:
   * nothing is added to one that others may be settling.
   */
  long note(Map<String, Long> added, List<Mark> marks) {
    long enrolment = writeIds.nextLong();
    unsettled.add(enrolment, marks);
    listener.changed(
        added.entrySet().stream()
            .map(user -> TagsChange.ofNew(user.getValue(), user.getKey()))
            .toList());
    return enrolment;
  }
}
