package dev.storefront.usertag.tagging;

import dev.storefront.common.database.RetriedWhenLocked;
import dev.storefront.usertag.audit.AuditTrail;
import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.user.ErasureListener;
import dev.storefront.usertag.user.UserDirectory;
import dev.storefront.usertag.user.UserId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Erases users: first from the database, in one transaction, then from Redis. Redis follows by
 * itself if it is away, or if the erasure ends in between.
 */
@Component
@RetriedWhenLocked(maxRetries = 3)
class Erasure {

  private final UserDirectory directory;
  private final UserTags userTags;
  private final TagExpiries expiries;
  private final AuditTrail audit;
  private final TagsListener audiences;
  private final ErasureListener listener;
  private final UnsettledMarks unsettled;
  private final Settlement settlement;
  private final TransactionTemplate transaction;
  private final RandomGenerator writeIds;

  Erasure(
      UserDirectory directory,
      UserTags userTags,
      TagExpiries expiries,
      AuditTrail audit,
      TagsListener audiences,
      ErasureListener listener,
      UnsettledMarks unsettled,
      Settlement settlement,
      TransactionTemplate transaction,
      RandomGenerator writeIds) {
    this.directory = directory;
    this.userTags = userTags;
    this.expiries = expiries;
    this.audit = audit;
    this.audiences = audiences;
    this.listener = listener;
    this.unsettled = unsettled;
    this.settlement = settlement;
    this.transaction = transaction;
    this.writeIds = writeIds;
  }

  /** Erases the user. Whoever has the id later is another user, with another ordinal. */
  void erase(UserId userId) {
    long writeId = writeIds.nextLong();
    List<Mark> marks = transaction.execute(status -> record(writeId, userId));
    directory.forget(List.of(userId.text()));
    if (marks.isEmpty()) {
      settlement.settleErased(Set.of(userId.text())); // perhaps an earlier call erased the user
    } else {
      settlement.settle(Set.of(writeId), marks);
    }
  }

  /** Returns what Redis has to forget; nothing if the user is not known. */
  private List<Mark> record(long writeId, UserId userId) {
    listener.erased(userId);
    OptionalLong found = directory.find(userId);
    if (found.isEmpty()) {
      return List.of();
    }
    long ordinal = found.getAsLong();
    UserMarks before = userTags.lock(List.of(ordinal)).get(ordinal);
    if (before == null) {
      return List.of(); // somebody else was quicker
    }
    List<Mark> marks = new ArrayList<>();
    Arrays.stream(before.all()).forEach(tag -> marks.add(new Mark(ordinal, tag, false)));
    marks.add(new Mark(ordinal, SegmentStore.KNOWN, false));
    audiences.changed(List.of(TagsChange.ofErased(ordinal, userId.text(), before)));
    userTags.delete(ordinal);
    expiries.forget(ordinal);
    audit.forget(ordinal);
    unsettled.addErasure(writeId, marks, userId.text());
    return marks;
  }
}
