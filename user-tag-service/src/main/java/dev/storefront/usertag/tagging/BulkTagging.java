package dev.storefront.usertag.tagging;

import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes the tags of many users who are known, for a caller who keeps how far he is: that, the
 * tags in the database, and who enters and leaves audiences are one transaction. Redis has the
 * changes before it ends, so nothing has to be noted for each mark.
 */
@Component
public class BulkTagging {

  private final UserDirectory directory;
  private final Recording recording;
  private final Settlement settlement;
  private final TransactionTemplate transaction;

  BulkTagging(
      UserDirectory directory,
      Recording recording,
      Settlement settlement,
      TransactionTemplate transaction) {
    this.directory = directory;
    this.recording = recording;
    this.settlement = settlement;
    this.transaction = transaction;
  }

  /**
   * Makes marks so, unless something later is known. If this fails, Redis may have them all the
   * same: it is to be tried again, or to be {@link #settle}d.
   *
   * @param marks 1000 at most; one of a user who is not known any more is passed over
   * @param changedAt since when that holds, epoch milliseconds
   * @param by who makes them, for the audit
   * @param progress runs in the transaction
   */
  public void apply(List<Mark> marks, long changedAt, String by, Runnable progress) {
    Map<Long, String> ids =
        directory.readIds(marks.stream().map(Mark::ordinal).collect(Collectors.toSet()));
    Map<String, Long> ordinals = new HashMap<>();
    ids.forEach((ordinal, id) -> ordinals.put(id, ordinal));
    List<Mark> ofKnown = marks.stream().filter(mark -> ids.containsKey(mark.ordinal())).toList();
    List<TagChange> changes =
        ofKnown.stream()
            .map(mark -> change(ids.getOrDefault(mark.ordinal(), ""), mark, changedAt, by))
            .toList();
    transaction.executeWithoutResult(
        status -> {
          if (!changes.isEmpty()) {
            recording.save(ordinals, changes);
          }
          progress.run();
          settlement.settle(Set.of(), ofKnown);
        });
  }

  private static TagChange change(String userId, Mark mark, long changedAt, String by) {
    return new TagChange(null, new UserId(userId), mark.tag(), mark.present(), changedAt, null, by);
  }

  /** Makes Redis hold what the database says of these users and tags. */
  public void settle(List<Mark> marks) {
    settlement.settle(Set.of(), marks);
  }
}
