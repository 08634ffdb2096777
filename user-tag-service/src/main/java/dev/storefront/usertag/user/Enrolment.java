package dev.storefront.usertag.user;

import dev.storefront.usertag.bitmap.Mark;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Gives users who come for the first time their ordinals: dense, from 1, each once. */
@Component
class Enrolment {

  private final UserDirectory directory;
  private final UserTable users;
  private final UnsettledMarks unsettled;
  private final TransactionTemplate transaction;

  Enrolment(
      UserDirectory directory,
      UserTable users,
      UnsettledMarks unsettled,
      TransactionTemplate transaction) {
    this.directory = directory;
    this.users = users;
    this.unsettled = unsettled;
    this.transaction = transaction;
  }

  /**
   * The ordinals of all the users named in the changes. The new ones' marks count as unsettled from
   * the start, so a user who got an ordinal becomes known in Redis too, whatever happens.
   */
  Map<String, Long> ordinals(long writeId, List<TagChange> changes) {
    Set<String> userIds = new LinkedHashSet<>();
    changes.forEach(change -> userIds.add(change.userId()));
    Map<String, Long> known = directory.find(userIds);
    if (known.size() < userIds.size()) {
      userIds.removeAll(known.keySet());
      transaction.executeWithoutResult(status -> enrol(writeId, userIds, changes));
      known.putAll(directory.find(userIds));
    }
    return known;
  }

  private void enrol(long writeId, Set<String> userIds, List<TagChange> changes) {
    long last = users.lockLastOrdinal();
    // Somebody may have been quicker: only who holds the lock knows.
    Set<String> missing = new LinkedHashSet<>(userIds);
    missing.removeAll(users.ordinals(userIds).keySet());
    if (missing.isEmpty()) {
      return;
    }
    Map<String, Long> added = users.append(last, List.copyOf(missing));
    unsettled.add(
        writeId,
        changes.stream()
            .filter(change -> added.containsKey(change.userId()))
            .map(change -> mark(added, change))
            .toList());
  }

  static Mark mark(Map<String, Long> ordinals, TagChange change) {
    Long ordinal = ordinals.get(change.userId());
    if (ordinal == null) {
      throw new IllegalStateException("A user of the write has no ordinal");
    }
    return new Mark(ordinal, change.tag(), change.present());
  }
}
