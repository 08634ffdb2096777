package dev.storefront.usertag.tagging;

import dev.storefront.usertag.segment.Mark;
import dev.storefront.usertag.segment.SegmentStore;
import dev.storefront.usertag.tag.TagCatalog;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/**
 * Brings Redis in line with the database. It reads what holds and writes it to Redis while it has
 * the users locked: whoever settles last has read the latest, so the two agree in the end whatever
 * the order in which writers come, and settling again does no harm. A tag that is being deleted
 * waits as well, so no mark of it comes back afterwards. A user whom the database does not have was
 * erased: Redis forgets him.
 */
@Component
class Settlement {

  private final UserTags userTags;
  private final TagCatalog tags;
  private final SegmentStore segments;
  private final UnsettledMarks unsettled;
  private final Recording recording;
  private final RepeatedTransaction transaction;

  Settlement(
      UserTags userTags,
      TagCatalog tags,
      SegmentStore segments,
      UnsettledMarks unsettled,
      Recording recording,
      RepeatedTransaction transaction) {
    this.userTags = userTags;
    this.tags = tags;
    this.segments = segments;
    this.unsettled = unsettled;
    this.recording = recording;
    this.transaction = transaction;
  }

  /**
   * Makes Redis hold what the database says of these users and tags; then the writes are settled.
   *
   * @param writeIds of writes to which nothing is added any more
   * @param touched which users and tags; their {@code present} is not looked at
   */
  void settle(Set<Long> writeIds, Collection<Mark> touched) {
    settle(writeIds, touched, false);
  }

  /**
   * As {@link #settle}, for writes that somebody else has begun to settle, or failed to: what Redis
   * carries out late of that changes nothing from then on.
   */
  void settleAgain(Set<Long> writeIds, Collection<Mark> touched) {
    settle(writeIds, touched, true);
  }

  private void settle(Set<Long> writeIds, Collection<Mark> touched, boolean isAgain) {
    if (touched.isEmpty()) {
      return;
    }
    transaction.execute(
        () -> {
          Map<Long, UserMarks> recorded =
              userTags.lock(touched.stream().map(Mark::ordinal).collect(Collectors.toSet()));
          show(touched, recorded, isAgain);
          writeIds.forEach(unsettled::remove);
          return touched;
        });
  }

  /**
   * Has Redis forget those of whom the database has forgotten that they had one of these ids: the
   * call that erased a user may have ended in between, or be at it.
   */
  void settleErased(Collection<String> userIds) {
    if (!userIds.isEmpty()) {
      unsettled
          .erasing(userIds)
          .forEach(write -> settleAgain(Set.of(write), unsettled.ofWrite(write)));
    }
  }

  /**
   * Makes Redis hold what the database says of these users and tags, but for users of whom
   * something is on its way there.
   *
   * @param doubtful one to some hundred; their {@code present} is not looked at
   * @return how many were others in Redis
   */
  long repair(Collection<Mark> doubtful) {
    return transaction.execute(
        () -> {
          Map<Long, UserMarks> recorded =
              userTags.lock(doubtful.stream().map(Mark::ordinal).collect(Collectors.toSet()));
          List<Mark> left = new ArrayList<>(doubtful);
          left.removeAll(unsettled.among(doubtful));
          return left.isEmpty() ? 0L : segments.supersede(asRecorded(left, recorded));
        });
  }

  /**
   * Makes Redis hold what the database says of these users and tags, or will say at the end of the
   * transaction at hand.
   *
   * @param touched their {@code present} is not looked at
   * @param recorded what the database says of the users, who are locked
   * @param isAgain whether Redis may yet carry out what an earlier try has sent
   */
  void show(Collection<Mark> touched, Map<Long, UserMarks> recorded, boolean isAgain) {
    if (touched.isEmpty()) {
      return;
    }
    List<Mark> marks = asRecorded(touched, recorded);
    if (isAgain) {
      segments.supersede(marks);
    } else {
      segments.apply(marks);
    }
  }

  private List<Mark> asRecorded(Collection<Mark> touched, Map<Long, UserMarks> recorded) {
    Set<Integer> existing =
        tags.holdExisting(touched.stream().map(Mark::tag).collect(Collectors.toSet()));
    takeRemoved(touched, recorded, existing);
    Stream<Mark> marks =
        touched.stream()
            .filter(
                mark -> mark.tag() != SegmentStore.KNOWN || recorded.containsKey(mark.ordinal()))
            .map(
                mark ->
                    new Mark(
                        mark.ordinal(),
                        mark.tag(),
                        mark.tag() == SegmentStore.KNOWN
                            || existing.contains(mark.tag())
                                && recorded
                                    .getOrDefault(mark.ordinal(), UserMarks.EMPTY)
                                    .has(mark.tag())));
    // Last: the marks before make a user known.
    Stream<Mark> erased =
        touched.stream()
            .map(Mark::ordinal)
            .distinct()
            .filter(ordinal -> !recorded.containsKey(ordinal))
            .flatMap(this::nothing);
    return Stream.concat(marks, erased).distinct().toList();
  }

  /**
   * A tag may be deleted between a write's two transactions. Who clears it looks for its users in
   * Redis, which has not heard of these.
   */
  private void takeRemoved(
      Collection<Mark> touched, Map<Long, UserMarks> recorded, Set<Integer> existing) {
    List<Mark> removed =
        touched.stream()
            .filter(mark -> mark.tag() != SegmentStore.KNOWN && !existing.contains(mark.tag()))
            .filter(mark -> recorded.getOrDefault(mark.ordinal(), UserMarks.EMPTY).has(mark.tag()))
            .map(mark -> new Mark(mark.ordinal(), mark.tag(), false))
            .toList();
    if (!removed.isEmpty()) {
      recording.save(removed, null, null);
    }
  }

  /**
   * Redis may have tags of him that the database never had: it was told of them first, by one that
   * failed.
   */
  private Stream<Mark> nothing(long ordinal) {
    return Stream.concat(segments.tagsOf(ordinal).stream(), Stream.of(SegmentStore.KNOWN))
        .map(tag -> new Mark(ordinal, tag, false));
  }
}
